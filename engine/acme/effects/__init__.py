"""What cards, Events and Deities bring about, with the choices and answers on the way."""
