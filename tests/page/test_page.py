"""The page in a real browser, in front of a world in which the test itself plays the bot."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.page.browser import DESKTOP, HANDSET, Complaints, overflow
from tests.page.conftest import Open, Saloon, keyboard

pytestmark = pytest.mark.page

HAND = {"text": "Hand", "callback_data": "h"}
SHOOT = {"text": "Shoot", "callback_data": "s", "style": "danger"}


@pytest.fixture
def desktop(saloon: Saloon, open_page: Open) -> Page:
    return open_page(saloon.url)


def test_everybody_has_a_phone(saloon: Saloon, desktop: Page) -> None:
    names = ["Group Saloon", *(f"{name}’s phone: private chat with Barkeep" for name in ("Ann", "Bob", "Carla"))]
    assert [place.get_attribute("aria-label") for place in desktop.locator(".phone").all()] == names
    assert overflow(desktop) <= 0


def test_one_acts_in_the_group_as_whom_one_chooses(saloon: Saloon, desktop: Page) -> None:
    group = desktop.locator(f"#phone-{saloon.group}")
    group.get_by_role("button", name="Bob").click()
    group.get_by_role("textbox", name="Write as Bob").fill("/newgame now")
    group.get_by_role("button", name="Send").click()
    expect(group.locator(".message.mine")).to_contain_text("/newgame now")
    said = saloon.updates("message")[-1]
    assert (said["from"]["id"], said["chat"]["id"], said["text"]) == (saloon.bob, saloon.group, "/newgame now")


def test_words_are_formatted_and_markup_of_people_is_not(saloon: Saloon, desktop: Page) -> None:
    group = desktop.locator(f"#phone-{saloon.group} .log")
    saloon.say(
        saloon.group, "😀 <b>bold <i>both</i></b> <a href='https://a.example/'>link</a><blockquote>quote</blockquote>"
    )
    expect(group.locator("strong")).to_have_text("bold both")
    expect(group.locator("strong em")).to_have_text("both")
    expect(group.locator("blockquote")).to_have_text("quote")
    saloon.world.say(saloon.ann, saloon.group, "<img src=x onerror=alert(1)> <b>no</b>")
    expect(group.locator(".message").last).to_contain_text("<img src=x onerror=alert(1)> <b>no</b>")


def test_a_tap_waits_for_its_answer_and_shows_it(saloon: Saloon, desktop: Page) -> None:
    saloon.say(saloon.group, "Table", reply_markup=keyboard([HAND, SHOOT]))
    group = desktop.locator(f"#phone-{saloon.group}")
    group.get_by_role("button", name="Hand").click()
    expect(group.locator(".key[aria-busy=true]")).to_have_text("Hand")
    query = saloon.world.unanswered()[0]
    assert (query.user_id, query.data) == (saloon.ann, "h")
    saloon.api("answerCallbackQuery", callback_query_id=query.id, text="Bang!\nBeer", show_alert=True)
    expect(group.get_by_role("alertdialog")).to_contain_text("Bang!\nBeer")
    expect(group.locator(".key[aria-busy=true]")).to_have_count(0)
    desktop.keyboard.press("Enter")
    expect(group.get_by_role("alertdialog")).to_have_count(0)
    expect(group.get_by_role("button", name="Hand")).to_be_focused()
    group.get_by_role("button", name="Shoot").press("Enter")
    expect(group.locator(".key[aria-busy=true]")).to_have_text("Shoot")
    saloon.api("answerCallbackQuery", callback_query_id=saloon.world.unanswered()[0].id, text="Not your turn")
    expect(group.locator(".toast")).to_have_text("Not your turn")


def test_an_edit_changes_the_message_in_its_place_and_flashes(saloon: Saloon, desktop: Page) -> None:
    message_id = saloon.say(saloon.group, "one", reply_markup=keyboard([HAND]))
    saloon.say(saloon.group, "two")
    first = desktop.locator(f"#phone-{saloon.group} .message").first
    expect(first).to_contain_text("one")
    saloon.api("editMessageText", chat_id=saloon.group, message_id=message_id, text="one and a half")
    expect(first).to_contain_text("one and a half")
    expect(first).to_contain_text("edited")
    expect(first).to_have_class(re.compile("flash"))
    expect(first.locator(".key")).to_have_count(0)
    saloon.api("deleteMessage", chat_id=saloon.group, message_id=message_id)
    expect(first).to_contain_text("two")


def test_a_private_chat_begins_with_start_and_a_block_closes_it(saloon: Saloon, desktop: Page) -> None:
    ann = desktop.locator(f"#phone-{saloon.ann}")
    expect(ann).to_contain_text("Ann has not opened the bot yet.")
    ann.get_by_role("button", name="Start").click()
    expect(ann.locator(".message.mine")).to_contain_text("/start")
    assert saloon.updates("message")[-1]["text"] == "/start"
    ann.get_by_label("More about").click()
    ann.get_by_role("button", name="Block the bot").click()
    expect(ann).to_contain_text("Ann has blocked the bot.")
    ann.get_by_role("button", name="Unblock").click()
    expect(ann.get_by_role("textbox")).to_be_visible()


@pytest.mark.parametrize("way", ["button", "text", "answer"])
def test_the_bots_links_open_the_private_chat_of_who_taps(saloon: Saloon, desktop: Page, way: str) -> None:
    url = "https://t.me/saloon_bot?start=join_7"
    group = desktop.locator(f"#phone-{saloon.group}")
    group.get_by_role("button", name="Bob").click()
    if way == "button":
        saloon.say(saloon.group, "Lobby", reply_markup=keyboard([{"text": "Join", "url": url}]))
    elif way == "text":
        saloon.say(saloon.group, f"<a href='{url}'>Join</a>")
    else:
        saloon.say(saloon.group, "Lobby", reply_markup=keyboard([{"text": "Join", "callback_data": "j"}]))
    group.get_by_role("button", name="Join").click()
    if way == "answer":
        expect(group.locator(".key[aria-busy=true]")).to_have_count(1)
        saloon.api("answerCallbackQuery", callback_query_id=saloon.world.unanswered()[0].id, url=url)
    expect(desktop.locator(f"#phone-{saloon.bob} .message.mine")).to_contain_text("/start join_7")
    expect(desktop.locator(f"#phone-{saloon.bob}")).to_have_class(re.compile("active"))
    assert (saloon.updates("message")[-1]["from"]["id"], saloon.updates("message")[-1]["text"]) == (
        saloon.bob,
        "/start join_7",
    )


def test_open_questions_are_pointed_out(saloon: Saloon, desktop: Page) -> None:
    saloon.world.start(saloon.bob)
    hint = desktop.locator(".hint")
    expect(hint).to_have_text("Nobody has to answer now")
    saloon.say(saloon.bob, "Your games", reply_markup=keyboard([HAND]))
    question = keyboard([{"text": "Missed!", "callback_data": "g|1"}])
    asked = saloon.say(saloon.bob, "Ann shoots at you", reply_markup=question, disable_notification=True)
    expect(hint).to_have_text("Waiting for Bob")
    expect(desktop.locator(f"#phone-{saloon.bob}")).to_have_class(re.compile("waits"))
    expect(desktop.get_by_role("button", name="Bob, must answer")).to_be_visible()
    saloon.api("editMessageReplyMarkup", chat_id=saloon.bob, message_id=asked)
    expect(hint).to_have_text("Nobody has to answer now")


def test_the_pinned_message_stays_in_reach(saloon: Saloon, desktop: Page) -> None:
    table = saloon.say(saloon.group, "<b>Table</b>\nof Ann")
    saloon.api("pinChatMessage", chat_id=saloon.group, message_id=table)
    for number in range(30):
        saloon.say(saloon.group, f"line {number}\nand another")
    expect(desktop.locator(f"#phone-{saloon.group} .message").last).to_be_in_viewport()
    bar = desktop.locator(f"#phone-{saloon.group} .pinbar")
    expect(bar).to_contain_text("Pinned Table of Ann")
    bar.click()
    expect(desktop.locator(f"#phone-{saloon.group} .message").first).to_be_in_viewport()
    saloon.say(saloon.group, "news")
    jump = desktop.locator(f"#phone-{saloon.group} .jump")
    expect(jump).to_have_attribute("aria-label", "1 new message")
    jump.click()
    expect(desktop.locator(f"#phone-{saloon.group} .message").last).to_be_in_viewport()


def test_commands_are_offered_as_the_bot_registers_them(saloon: Saloon, desktop: Page) -> None:
    commands = [{"command": "newgame", "description": "Open a table"}]
    saloon.api("setMyCommands", commands=commands, scope={"type": "all_group_chats"})
    desktop.locator(f"#phone-{saloon.group}").get_by_role("button", name="/newgame").click()
    expect(desktop.locator(f"#phone-{saloon.group} .message.mine")).to_contain_text("/newgame")
    expect(desktop.locator(f"#phone-{saloon.ann} .chip")).to_have_count(0)


def test_people_groups_and_topics_are_added(saloon: Saloon, desktop: Page) -> None:
    desktop.get_by_label("Add", exact=True).click()
    desktop.get_by_role("button", name="New person").click()
    desktop.get_by_label("Name").fill("Wyatt")
    desktop.get_by_role("button", name="OK").click()
    expect(desktop.locator(f"#phone-{saloon.group}")).to_contain_text("4 people and Barkeep")
    expect(desktop.get_by_role("region", name="Wyatt’s phone")).to_be_in_viewport()
    desktop.get_by_label("Add", exact=True).click()
    desktop.get_by_role("button", name="New group").click()
    desktop.get_by_label("Name of the group").fill("Ranch")
    desktop.get_by_label("With topics").check()
    desktop.get_by_role("button", name="OK").click()
    ranch = desktop.get_by_role("region", name="Group Ranch")
    ranch.get_by_role("button", name="New topic").click()
    desktop.get_by_label("Name of the topic").fill("Duels")
    desktop.get_by_role("button", name="OK").click()
    expect(ranch.get_by_role("button", name="Duels")).to_have_attribute("aria-pressed", "true")
    ranch.get_by_role("textbox").fill("/newgame")
    ranch.get_by_role("textbox").press("Enter")
    expect(ranch.locator(".message.mine")).to_contain_text("/newgame")
    said = saloon.updates("message")[-1]
    assert (said["text"], said["is_topic_message"]) == ("/newgame", True)
    ranch.get_by_role("button", name="General").click()
    expect(ranch.locator(".message.mine")).to_have_count(0)


def test_refusals_are_shown(saloon: Saloon, desktop: Page, complaints: Complaints) -> None:
    saloon.say(saloon.group, "Table", reply_markup=keyboard([HAND]))
    group = desktop.locator(f"#phone-{saloon.group}")
    expect(group.get_by_role("button", name="Hand")).to_be_visible()
    saloon.world.mute(saloon.ann, saloon.group, saloon.bob)
    group.get_by_role("button", name="Bob").click()
    group.get_by_role("textbox").fill("hello")
    group.get_by_role("textbox").press("Enter")
    expect(group.locator(".toast")).to_contain_text("may not write")
    assert "400 (Bad Request)" in complaints.pop()


def test_a_handset_shows_one_phone_at_a_time(saloon: Saloon, open_page: Open) -> None:
    page = open_page(saloon.url, HANDSET)
    saloon.world.start(saloon.bob)
    expect(page.locator(".phone:visible")).to_have_count(1)
    saloon.say(saloon.bob, "A long word: " + "x" * 300, disable_notification=True)
    page.get_by_role("button", name="Bob, 1 new message").click()
    expect(page.locator(".phone:visible")).to_have_attribute("id", f"phone-{saloon.bob}")
    expect(page.get_by_role("button", name="Bob", exact=True)).to_be_visible()
    assert overflow(page) <= 0


@pytest.mark.parametrize("size", [DESKTOP, HANDSET], ids=["desktop", "handset"])
def test_colours_follow_the_system_or_the_button(saloon: Saloon, open_page: Open, size: ViewportSize) -> None:
    page = open_page(saloon.url, size, color_scheme="dark")
    colour = "getComputedStyle(document.querySelector('.phone')).backgroundColor"
    dark = page.evaluate(colour)
    page.get_by_role("button", name="Colours: as the system").click()
    assert page.evaluate(colour) != dark
    page.get_by_role("button", name="Colours: light").click()
    assert page.evaluate(colour) == dark


def test_the_keyboard_alone_is_enough(saloon: Saloon, desktop: Page) -> None:
    saloon.say(saloon.group, "Table", reply_markup=keyboard([HAND]))
    hand = desktop.locator(f"#phone-{saloon.group}").get_by_role("button", name="Hand")
    expect(hand).to_be_visible()
    for _ in range(40):
        desktop.keyboard.press("Tab")
        if hand.evaluate("node => node === document.activeElement"):
            break
    desktop.keyboard.press("Enter")
    expect(desktop.locator(".key[aria-busy=true]")).to_have_text("Hand")


def test_earlier_messages_are_fetched_when_asked_for(saloon: Saloon, open_page: Open) -> None:
    for number in range(130):
        saloon.say(saloon.group, f"line {number}")
    page = open_page(saloon.url)
    lines = page.locator(f"#phone-{saloon.group} .words")
    expect(lines).to_have_count(120)
    page.locator(f"#phone-{saloon.group}").get_by_role("button", name="Earlier messages").click()
    expect(lines.first).to_have_text("line 0")
    expect(lines).to_have_count(130)
