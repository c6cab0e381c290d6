//! What makes a game one of the games: its line in `lib.rs`.

/// Lists the games: each with the module that is its file, its id in the rulebook and, where it goes by no script, the
/// name under which [`Phase`](crate::Phase) keeps its own phase; and, if its odds come from playing every round of it,
/// what it says for that.
macro_rules! registry {
    ($($module:ident = $id:literal $(, phase $phase:ident)? $(, every_round $every_round:ident)?;)+) => {
        $(mod $module;)+

        /// Reads a game's rules off its section; nothing if there is no such game.
        pub(crate) fn open_game(
            id: &str,
            opening: &mut table::Opening,
        ) -> Option<Box<dyn game::Game>> {
            Some(match id {
                $($id => Box::new($module::open(opening)),)+
                _ => return None,
            })
        }

        /// What a game says so that its odds come from playing every round of it; nothing where they come otherwise.
        pub fn every_round(id: &str) -> Option<&'static EveryRound> {
            match id {
                $($($id => Some(&$module::$every_round),)?)+
                _ => None,
            }
        }

        /// Where a round stands. Each family of games has phases of its own and is alone in setting them: another
        /// family's phase is to it as if nothing had been dealt.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub(crate) enum Phase {
            /// Bets are open, or nothing was dealt since they were locked.
            #[default]
            Start,
            Script(script::Phase),
            $($($phase($module::Phase),)?)+
        }
    };
}
pub(crate) use registry;
