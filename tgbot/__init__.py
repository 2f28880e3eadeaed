"""The Telegram bot."""

import os

# python-telegram-bot warns at each 429 that its waiting time will become a timedelta: take it as one from now on.
os.environ.setdefault("PTB_TIMEDELTA", "1")
