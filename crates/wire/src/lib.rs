//! Answers as they go over the wire: each type once, with its JSON and its OpenAPI schema.
//!
//! Commands print these types with `--json`, and the server describes them in `/openapi.json`.

pub mod library;
