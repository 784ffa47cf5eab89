// The board's script.
