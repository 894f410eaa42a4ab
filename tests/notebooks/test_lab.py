"""JupyterLab opens the three approaches in three columns, and each of them runs.

`TF1_UPDATES_LAB_PICTURE=file.png` keeps the screenshot: it is the README's picture.
"""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

ROOT = pathlib.Path(__file__).parent.parent.parent
WORKSPACE = ROOT / "notebooks" / "lab" / "three_columns.jupyterlab-workspace"
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-background-networking "
    "--disable-component-update --disable-sync --window-size=1920,1150"
).split()
# The picture shows the part that differs most: code next to code.
SHOW_BUILD = """
document.querySelectorAll('.jp-NotebookPanel h2').forEach(
  head => head.textContent.startsWith('Build') && head.scrollIntoView({block: 'start'}))
"""
TOKEN, MOST_SECONDS = "of-this-test-only", 120


def columns():
    content = json.loads(WORKSPACE.read_text(encoding="utf-8"))["data"]
    children = content["layout-restorer:data"]["main"]["dock"]["children"]
    return [content[widget]["data"]["path"] for child in children for widget in child["widgets"]]


def test_the_workspace_has_the_three_approaches_in_three_columns():
    assert [name[:3] for name in columns()] == ["01_", "02_", "03_"]
    assert all((ROOT / "notebooks" / name).is_file() for name in columns())


def test_the_makefile_opens_that_workspace():
    assert str(WORKSPACE.relative_to(ROOT)) in (ROOT / "Makefile").read_text(encoding="utf-8")


def copied(folder):
    """Copy the three notebooks, the first code cell of each as if it had not been run."""
    for name in columns():
        notebook = json.loads((ROOT / "notebooks" / name).read_text(encoding="utf-8"))
        first = next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")
        first.update(execution_count=None, outputs=[])
        (folder / name).write_text(json.dumps(notebook), encoding="utf-8")


@pytest.fixture
def address(tmp_path):
    pytest.importorskip("jupyterlab", reason="jupyterlab is not installed")
    notebooks = tmp_path / "notebooks"
    notebooks.mkdir()
    copied(notebooks)
    folders = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
    folders += ("JUPYTERLAB_WORKSPACES_DIR", "JUPYTERLAB_SETTINGS_DIR")
    own = {name: str(tmp_path / name.lower()) for name in folders}
    environment = dict(os.environ, **own, PYTHONPATH=str(ROOT))
    settings = tmp_path / "jupyterlab_settings_dir" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    quiet = json.dumps({"fetchNews": "false", "checkForUpdates": False})
    (settings / "notification.jupyterlab-settings").write_text(quiet, encoding="utf-8")
    jupyter = [sys.executable, "-m", "jupyterlab"]
    subprocess.run(
        [sys.executable, "-m", "jupyterlab.labapp", "workspaces", "import", str(WORKSPACE)],
        env=environment,
        check=True,
        timeout=MOST_SECONDS,
        cwd=str(notebooks),
    )
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--no-browser", "--allow-root", "--ServerApp.port={}".format(port)]
    options += ["--IdentityProvider.token=" + TOKEN, "--ServerApp.root_dir=" + str(notebooks)]
    with open(str(tmp_path / "server.log"), "w") as log:
        server = subprocess.Popen(jupyter + options, env=environment, stdout=log, stderr=log)
        try:
            found = "http://127.0.0.1:{}".format(port)
            wait_for_server(found, server)
            yield found
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait(20)


def wait_for_server(address, server):
    end = time.monotonic() + MOST_SECONDS
    while time.monotonic() < end and server.poll() is None:
        try:
            urllib.request.urlopen(address + "/api", timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.5)
    raise AssertionError("JupyterLab did not come up")


@pytest.fixture
def browser(tmp_path):
    if CHROMIUM is None or DRIVER is None:
        pytest.skip("no chromium or no chromedriver on this machine")
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in FLAGS + ["--user-data-dir=" + str(tmp_path / "profile")]:
        options.add_argument(flag)
    driver = webdriver.Chrome(options, webdriver.ChromeService(DRIVER))
    driver.set_page_load_timeout(MOST_SECONDS)
    driver.set_script_timeout(MOST_SECONDS)
    yield driver
    driver.quit()


@pytest.mark.slow
def test_three_columns_open_and_a_cell_runs_in_each(browser, address, tmp_path):
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import WebDriverWait

    wait = WebDriverWait(browser, MOST_SECONDS)
    browser.get(address + "/lab/workspaces/three-columns?token=" + TOKEN)
    code = ".jp-CodeCell .cm-content"

    def panels(driver):
        found = driver.find_elements(By.CSS_SELECTOR, ".jp-NotebookPanel")
        shown = [each for each in found if each.is_displayed()]
        ready = len(shown) == 3 and all(each.find_elements(By.CSS_SELECTOR, code) for each in shown)
        return sorted(shown, key=lambda each: each.location["x"]) if ready else False

    def kernels_idle(driver):
        states = driver.find_elements(By.CSS_SELECTOR, '[data-status="idle"]')
        return len(states) >= 3

    three = wait.until(panels)
    left = [panel.location["x"] for panel in three]
    assert left == sorted(set(left)) and len({panel.location["y"] for panel in three}) == 1
    wait.until(kernels_idle)
    for panel in three:
        panel.find_elements(By.CSS_SELECTOR, code)[0].click()
        ActionChains(browser).key_down(Keys.SHIFT).send_keys(Keys.ENTER).key_up(
            Keys.SHIFT
        ).perform()
        wait.until(lambda _, panel=panel: "[1]:" in prompt_of(panel))
        assert not panel.find_elements(By.CSS_SELECTOR, ".jp-CodeCell .jp-mod-error")
    browser.execute_script(SHOW_BUILD)
    time.sleep(3)  # for the columns to be drawn anew
    picture = os.environ.get("TF1_UPDATES_LAB_PICTURE", str(tmp_path / "lab.png"))
    assert browser.save_screenshot(picture)
    assert pathlib.Path(picture).stat().st_size > 10000


def prompt_of(panel):
    return panel.find_elements("css selector", ".jp-CodeCell .jp-InputPrompt")[0].text
