//! Acts at a table: the house's own, as they come over the network.

use house::table::command::TableCommand;
use house::view::TableView;
use serde::Serialize;
use utoipa::openapi::schema::{AllOfBuilder, ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};
use utoipa::{PartialSchema, ToSchema};

use crate::bots::Strategy;
use crate::error::ApiError;

/// One act, and the version of the table that the client has seen.
pub struct ActBody;

impl PartialSchema for ActBody {
    fn schema() -> RefOr<Schema> {
        let RefOr::T(Schema::OneOf(mut acts)) = TableCommand::schema() else {
            return TableCommand::schema();
        };
        acts.items.retain(is_asked);
        acts.description = Some("One act at a table.".to_owned());
        let version = ObjectBuilder::new()
            .schema_type(SchemaType::from_iter([Type::Integer, Type::Null]))
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .minimum(Some(0))
            .description(Some("The table must be at this version, or nothing is done."));
        let expect = ObjectBuilder::new().property("expect", version);
        let body = AllOfBuilder::new().item(Schema::OneOf(acts)).item(expect);
        body.description(Some("One act, and the version of the table that the client has seen."))
            .into()
    }
}

impl ToSchema for ActBody {}

/// Is this the description of an act that people ask for?
fn is_asked(act: &RefOr<Schema>) -> bool {
    let RefOr::T(Schema::Object(object)) = act else { return true };
    let Some(RefOr::T(Schema::Object(word))) = object.properties.get("act") else { return true };
    let words = word.enum_values.iter().flatten();
    words.filter_map(|word| word.as_str()).all(|word| TableCommand::ASKED.contains(&word))
}

/// An act as it was read.
pub struct ActRead {
    /// What is done.
    pub command: TableCommand,
    /// The word for it.
    pub word: &'static str,
    /// The version that the table must have.
    pub expect: Option<u64>,
}

impl ActRead {
    /// Reads the body of an act.
    pub fn read(bytes: &[u8]) -> Result<ActRead, ApiError> {
        let mut body: serde_json::Map<String, serde_json::Value> = super::read(bytes)?;
        let expect = match body.remove("expect") {
            None | Some(serde_json::Value::Null) => None,
            Some(version) => Some(version.as_u64().ok_or_else(|| {
                ApiError::malformed("\"expect\" is the version of a table, a whole number")
            })?),
        };
        let malformed = |error: serde_json::Error| ApiError::malformed(error.to_string());
        let (word, command) = TableCommand::asked(body).map_err(malformed)?;
        if let TableCommand::SeatBot { plays, .. } = &command {
            Strategy::named(plays).map_err(malformed)?;
        }
        Ok(ActRead { command, word, expect })
    }
}

/// What an act came to, once it is durable.
#[derive(Serialize, ToSchema)]
pub struct ActOut {
    /// The table's version after it.
    pub version: u64,
    /// The number of its entry in the ledger.
    pub entry: u64,
    /// The proposal that was made, where it takes two people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<u64>,
    /// The table as the caller may see it now; none of a table that is only a keypad, which has no felt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<TableView>,
}
