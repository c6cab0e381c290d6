//! The proof of a round's cards, as it is described.

use serde::Serialize;
use shuffle::Proof;
use utoipa::openapi::schema::{ArrayBuilder, Object, ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// A proof: what the table showed, and the openings of the cards that a viewer saw.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct ProofOut(pub Proof);

fn of(kind: Type, says: &str) -> Object {
    ObjectBuilder::new().schema_type(SchemaType::new(kind)).description(Some(says)).build()
}

impl PartialSchema for ProofOut {
    fn schema() -> RefOr<Schema> {
        let opening = ObjectBuilder::new()
            .property("dealt", of(Type::Integer, "the place in the order of dealing, from 0"))
            .property("position", of(Type::Integer, "the position in the committed deck, from 0"))
            .property("card", of(Type::String, "the card, as in As"))
            .property("salt", of(Type::String, "64 hexadecimal digits"))
            .property("path", ArrayBuilder::new().items(of(Type::String, "a hash")));
        let proof = ObjectBuilder::new()
            .property("version", of(Type::Integer, "the version of the shuffle: 2"))
            .property("table", of(Type::String, "the table"))
            .property("round", of(Type::Integer, "the round"))
            .property(
                "first_round",
                of(Type::Integer, "the first round dealt from the deck or shoe"),
            )
            .property("decks", of(Type::Integer, "how many decks it has"))
            .property(
                "joker",
                of(Type::Boolean, "true if a joker is among the cards; left out if not"),
            )
            .property("commitment", of(Type::String, "what the table showed before the lock"))
            .property("words", of(Type::Object, "the players' words, by seat"))
            .property("openings", ArrayBuilder::new().items(opening));
        proof.into()
    }
}

impl ToSchema for ProofOut {}
