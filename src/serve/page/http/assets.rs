//! The files of the page, which are part of the program.

use crate::style;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// A path, its content type and its content.
type Asset = (&'static str, &'static str, &'static [u8]);

const ASSETS: [Asset; 51] = [
    ("/", HTML, include_bytes!("../assets/index.html")),
    ("/base.css", CSS, style::BASE.as_bytes()),
    ("/page.css", CSS, include_bytes!("../assets/page.css")),
    ("/board.css", CSS, include_bytes!("../assets/board.css")),
    ("/views.css", CSS, include_bytes!("../assets/views.css")),
    ("/phone.css", CSS, include_bytes!("../assets/phone.css")),
    ("/icon.svg", SVG, include_bytes!("../assets/icon.svg")),
    ("/draw.js", SCRIPT, style::DRAW.as_bytes()),
    ("/app.js", SCRIPT, include_bytes!("../assets/app.js")),
    ("/language.js", SCRIPT, include_bytes!("../assets/language.js")),
    ("/stored.js", SCRIPT, include_bytes!("../assets/stored.js")),
    ("/writing.js", SCRIPT, include_bytes!("../assets/writing.js")),
    ("/texts.js", SCRIPT, include_bytes!("../assets/texts.js")),
    ("/texts.phrases.js", SCRIPT, include_bytes!("../assets/texts.phrases.js")),
    ("/texts.fr.js", SCRIPT, include_bytes!("../assets/texts.fr.js")),
    ("/texts.ja.js", SCRIPT, include_bytes!("../assets/texts.ja.js")),
    ("/server.js", SCRIPT, include_bytes!("../assets/server.js")),
    ("/link.js", SCRIPT, include_bytes!("../assets/link.js")),
    ("/rules.js", SCRIPT, include_bytes!("../assets/rules.js")),
    ("/board.js", SCRIPT, include_bytes!("../assets/board.js")),
    ("/parts.js", SCRIPT, include_bytes!("../assets/parts.js")),
    ("/welcome.js", SCRIPT, include_bytes!("../assets/welcome.js")),
    ("/play.js", SCRIPT, include_bytes!("../assets/play.js")),
    ("/playing.js", SCRIPT, include_bytes!("../assets/playing.js")),
    ("/after.js", SCRIPT, include_bytes!("../assets/after.js")),
    ("/home.js", SCRIPT, include_bytes!("../assets/home.js")),
    ("/options.js", SCRIPT, include_bytes!("../assets/options.js")),
    ("/newgame.js", SCRIPT, include_bytes!("../assets/newgame.js")),
    ("/gamelist.js", SCRIPT, include_bytes!("../assets/gamelist.js")),
    ("/share.js", SCRIPT, include_bytes!("../assets/share.js")),
    ("/judged.js", SCRIPT, include_bytes!("../assets/judged.js")),
    ("/graph.js", SCRIPT, include_bytes!("../assets/graph.js")),
    ("/said.js", SCRIPT, include_bytes!("../assets/said.js")),
    ("/terms.js", SCRIPT, include_bytes!("../assets/terms.js")),
    ("/review.js", SCRIPT, include_bytes!("../assets/review.js")),
    ("/judging.js", SCRIPT, include_bytes!("../assets/judging.js")),
    ("/asking.js", SCRIPT, include_bytes!("../assets/asking.js")),
    ("/me.js", SCRIPT, include_bytes!("../assets/me.js")),
    ("/timed.js", SCRIPT, include_bytes!("../assets/timed.js")),
    ("/repertoire.js", SCRIPT, include_bytes!("../assets/repertoire.js")),
    ("/themes.js", SCRIPT, include_bytes!("../assets/themes.js")),
    ("/rivals.js", SCRIPT, include_bytes!("../assets/rivals.js")),
    ("/data.js", SCRIPT, include_bytes!("../assets/data.js")),
    ("/laid.js", SCRIPT, include_bytes!("../assets/laid.js")),
    ("/study.js", SCRIPT, include_bytes!("../assets/study.js")),
    ("/exercises.js", SCRIPT, include_bytes!("../assets/exercises.js")),
    ("/explorer.js", SCRIPT, include_bytes!("../assets/explorer.js")),
    ("/openings.js", SCRIPT, include_bytes!("../assets/openings.js")),
    ("/looks.js", SCRIPT, include_bytes!("../assets/looks.js")),
    ("/portrait.js", SCRIPT, include_bytes!("../assets/portrait.js")),
    ("/people.js", SCRIPT, include_bytes!("../assets/people.js")),
];

/// The content type and the content of a path.
pub(super) fn find(path: &str) -> Option<(&'static str, &'static [u8])> {
    ASSETS.iter().find(|(known, ..)| *known == path).map(|&(_, kind, bytes)| (kind, bytes))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const LANGUAGES: [&str; 3] = ["/texts.js", "/texts.fr.js", "/texts.ja.js"];

    /// Adds a script and those that it imports, but not those that it loads later.
    fn add_imports(scripts: &mut BTreeSet<String>, path: &str) {
        if !scripts.insert(path.to_owned()) {
            return;
        }
        for line in text(path).lines().filter(|line| line.starts_with("import ") || line.starts_with("export ")) {
            if let Some((_, name)) = line.split_once("from \"./") {
                add_imports(scripts, &format!("/{}", name.trim_end_matches("\";")));
            }
        }
    }

    #[test]
    fn the_page_is_small_and_asks_nobody_else() {
        let mut first = BTreeSet::new();
        add_imports(&mut first, "/app.js");
        // Only one language is loaded.
        let loaded = ASSETS.into_iter().filter(|(path, ..)| !path.starts_with("/texts.") || *path == "/texts.js");
        let is_first = |path: &str| !path.ends_with(".js") || path == "/texts.js" || first.contains(path);
        let (first, others): (Vec<Asset>, Vec<Asset>) = loaded.partition(|(path, ..)| is_first(path));
        let [first, others] = [first, others].map(|files| files.iter().map(|(.., bytes)| bytes.len()).sum::<usize>());
        // Home and a game are loaded before the other views.
        assert!(first <= 184_000 && first + others <= 270_000, "{first} bytes, then {others}");
        for (path, _, bytes) in ASSETS {
            let text = std::str::from_utf8(bytes).unwrap();
            let foreign = text.replace("http://www.w3.org/", "");
            assert!(!foreign.contains("http://") && !foreign.contains("https://"), "{path} names another host");
            assert!(!text.contains("innerHTML") && !text.contains("eval("), "{path} parses text as a page");
        }
    }

    fn text(path: &str) -> &'static str {
        std::str::from_utf8(find(path).unwrap().1).unwrap()
    }

    fn is_in_word(c: char) -> bool {
        c.is_ascii_alphanumeric()
    }

    /// The word at the beginning of a text.
    fn word(text: &str) -> String {
        text.chars().take_while(|&c| is_in_word(c)).collect()
    }

    #[test]
    fn every_text_is_used_and_every_used_one_is_there() {
        let scripts = ASSETS.iter().filter(|(path, ..)| path.ends_with(".js"));
        let used: BTreeSet<String> = scripts
            .flat_map(|(path, ..)| {
                text(path)
                    .split("T.")
                    .collect::<Vec<_>>()
                    .windows(2)
                    .map(|pair| (pair[0], word(pair[1])))
                    .collect::<Vec<_>>()
            })
            .filter(|(before, name)| !before.ends_with(is_in_word) && !name.is_empty())
            .map(|(_, name)| name)
            .collect();
        for language in LANGUAGES {
            let texts = text(language).split("export const T").nth(1).unwrap();
            let lines = texts.lines().filter_map(|line| line.strip_prefix("  "));
            let known = lines.filter(|line| line.trim_start_matches(is_in_word).starts_with([':', ',']));
            let known: BTreeSet<String> = known.map(word).filter(|name| !name.is_empty()).collect();
            assert!(known.len() > 100);
            assert_eq!(used.difference(&known).collect::<Vec<_>>(), [""; 0], "{language}: used and not there");
            assert_eq!(known.difference(&used).collect::<Vec<_>>(), [""; 0], "{language}: there and not used");
        }
    }

    #[test]
    fn everything_that_a_file_loads_is_there() {
        for (path, _, bytes) in ASSETS {
            let text = std::str::from_utf8(bytes).unwrap();
            for part in text.split('"').skip(1).step_by(2) {
                let wanted = part.strip_prefix("./").or(part.strip_prefix('/'));
                if let Some(name) = wanted.filter(|name| [".js", ".css", ".svg"].iter().any(|end| name.ends_with(end)))
                {
                    assert!(find(&format!("/{name}")).is_some(), "{path} loads {part}");
                }
            }
        }
    }
}
