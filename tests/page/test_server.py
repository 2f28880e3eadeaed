"""What is behind the page: keeping the world, the people at first, the server, and how `bang play` gives up."""

import json
import socket
from pathlib import Path

import httpx
import pytest

from tests.page.conftest import Saloon
from tgbot.cli import main
from tgbot.playground.keeper import Keeper, KeeperError
from tgbot.playground.people import furnish, new_world


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "world.json"


def test_a_world_is_kept(path: Path) -> None:
    assert Keeper.load(path) is None
    world = new_world()
    furnish(world, 3)
    keeper = Keeper(path, world)
    keeper.open()
    ann = world.users()[0].id
    world.start(ann)
    keeper.close()
    again = Keeper.load(path)
    assert again is not None
    assert [shown.text for shown in again.screen(ann, ann)] == ["/start"]
    assert again.state == world.state.model_copy(update={"seen": []})


def test_after_a_kill_no_number_is_given_out_twice(path: Path) -> None:
    world = new_world()
    furnish(world, 1)
    Keeper(path, world).open()
    ann = world.users()[0].id
    lost_message, lost_update = world.start(ann).id, world.state.last_update_id
    again = Keeper.load(path)
    assert again is not None
    assert again.start(ann).id > lost_message
    assert again.state.updates[-1].id > lost_update
    assert again.state.seq > world.state.seq


def test_a_file_that_cannot_be_read_is_named(path: Path) -> None:
    path.write_text("{}")
    with pytest.raises(KeeperError, match=r"world\.json cannot be read .*: move it away"):
        Keeper.load(path)


def test_a_larger_table_gets_newcomers_and_nobody_twice() -> None:
    world = new_world()
    for users in (2, 4, 3):
        furnish(world, users)
    names = [user.first_name for user in world.users()]
    assert names == ["Ann", "Bob", "Carla", "Dan"]
    groups = [chat for chat in world.state.chats.values() if chat.type != "private"]
    assert [len(world.audience(group)) for group in groups] == [4]


def test_only_this_machine_is_answered_and_scripts_come_from_it(saloon: Saloon) -> None:
    page = httpx.get(saloon.url)
    assert page.status_code == 200
    assert page.headers["content-security-policy"].startswith("default-src 'self'")
    assert httpx.get(f"{saloon.url}world/dump", headers={"host": "evil.example"}).status_code == 400


def test_the_page_fetches_nothing_from_elsewhere() -> None:
    static = Path(__file__).parents[2] / "tgbot" / "playground" / "static"
    for file in static.rglob("*.*"):
        text = file.read_text()
        assert "http://" not in text.replace("http://www.w3.org/2000/svg", ""), file
        assert "https://" not in text.replace("`https://${url}`", ""), file


def test_play_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "world.json").write_text(json.dumps({"token": 1}))
    assert main(["play", "--data-dir", str(tmp_path)]) == 1
    assert capsys.readouterr().err.startswith(f"bang play: {tmp_path}/world.json cannot be read")


def test_play_says_that_its_port_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["play", "--data-dir", str(tmp_path), "--port", str(port)]) == 1
    assert capsys.readouterr().err == f"bang play: Address already in use: port {port}\n"
