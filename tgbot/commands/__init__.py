"""The commands of ``bang`` that need no Telegram."""
