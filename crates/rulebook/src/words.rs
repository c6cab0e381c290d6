//! Enums whose members are words of the rulebook's files.

/// Defines an enum with the word that stands for each member in the files.
macro_rules! words {
    (
        $(#[$attribute:meta])*
        pub enum $name:ident {
            $($(#[$member_attribute:meta])* $member:ident = $word:literal,)+
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name {
            $($(#[$member_attribute])* $member,)+
        }

        impl $name {
            /// Every word and what it stands for.
            pub const WORDS: &'static [(&'static str, $name)] =
                &[$(($word, $name::$member)),+];

            /// What a word of the rulebook's files stands for.
            pub fn from_word(word: &str) -> Option<$name> {
                let found = $name::WORDS.iter().find(|(known, _)| *known == word);
                found.map(|(_, member)| *member)
            }

            /// The word that stands for it in the rulebook's files.
            pub const fn word(self) -> &'static str {
                match self {
                    $($name::$member => $word,)+
                }
            }
        }
    };
}

pub(crate) use words;
