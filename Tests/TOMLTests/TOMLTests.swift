// TOML
