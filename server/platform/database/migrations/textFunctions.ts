import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

// cspell:disable
/** Latin, Greek, Cyrillic, and Armenian letters, with their plain small letters. */
export const plainLetters = [
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZÐØĐĦŁŊŦƁƂƄƆƇƉƊ', 'abcdefghijklmnopqrstuvwxyzdodhlŋtɓƃƅɔƈɖɗ'],
  ['ƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃ', 'ƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀ'],
  ['ɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞ', 'ʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟ'],
  ['ϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТ', 'ϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрст'],
  ['УФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞ', 'уфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟ'],
  ['ҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐ', 'ҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑ'],
  ['ԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉ', 'ԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչ'],
  ['ՊՋՌՍՎՏՐՑՒՓՔՕՖøđðħıłŧς', 'պջռսվտրցւփքօֆoddhiltσ'],
] as const

/** The same letters without those that Unicode decomposes, with their small letters. */
const smallLetters = [
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZÆÐØÞĐĦĲĿŁŊŒŦƁƂ', 'abcdefghijklmnopqrstuvwxyzæðøþđħĳŀłŋœŧɓƃ'],
  ['ƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǄǇǊǤǱǶǷȜ', 'ƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǆǉǌǥǳƕƿȝ'],
  ['ȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥ', 'ƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυ'],
  ['ΦΧΨΩϏϒϘϚϜϞϠϢϤϦϨϪϬϮϴϷϹϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕ', 'φχψωϗϒϙϛϝϟϡϣϥϧϩϫϭϯθϸϲϻͻͼͽђєѕіјљњћџабвгде'],
  ['ЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾ', 'жзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿ'],
  ['ҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶ', 'ҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷ'],
  ['ӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽ', 'ӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխ'],
  ['ԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖẞ', 'ծկհձղճմյնշոչպջռսվտրցւփքօֆß'],
] as const
// cspell:enable

/** Letters that become two. */
export const ligatures = [
  ['Æ', 'ae'],
  ['Þ', 'th'],
  ['Œ', 'oe'],
  ['ẞ', 'ss'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
] as const

/** These separate words. */
export const separators = '-‐‑‒–—―−/&,;:()[]{}"“”„«»‹›!?¡¿|\t\n\v\f\r\u1680\u2028\u2029'
/** Searches ignore these. */
export const ignoredMarks = "'’‘‛ʼ′`´.…·\u00ad\u200b\u200c\u200d\ufeff"

/** Characters that aren't drawn (Default_Ignorable_Code_Point), for regular expressions. */
const invisibleRanges = String.raw`\u00ad\u034f\u061c\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff`
/** White space, for regular expressions. */
const spaceRanges = String.raw`\u0020\u00a0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u3000`

/**
 * Creates the function `folded`: a text as searches compare it. It uses only functions that don't
 * depend on a locale, because generated columns use it. Its twin in JavaScript is `foldText`.
 * `0062_fasterFolding.ts` replaces it with one that returns the same sooner.
 */
export function createFoldedFunction(): RawBuilder<unknown> {
  const ascii = /[\0-\x7f]/g
  const plain = buildTranslation(
    `lower($1 collate "C")`,
    ['', ''],
    keepMatches(separators, ascii),
    keepMatches(ignoredMarks, ascii),
  )
  const decomposed = `normalize(replace($1, '´', ''), NFKD) collate "C"`
  const withoutAccents = `regexp_replace(${decomposed}, '[\\u0300-\\u036f]', '', 'g')`
  const folded = ligatures.reduce(
    (text, [letter, letters]) => `replace(${text}, ${quote(letter)}, ${quote(letters)})`,
    buildTranslation(withoutAccents, joinPairs(plainLetters), separators, ignoredMarks),
  )
  return sql`create function folded(text) returns text language sql immutable parallel safe as ${sql.lit(`
    select case when octet_length($1) = char_length($1)
    then ${plain}
    else normalize(${folded}, NFC) end`)}`
}

/** `translate` deletes characters that have no counterpart, so the ignored marks come last. */
const buildTranslation = (
  text: string,
  [from, to]: readonly [string, string],
  spaces: string,
  ignored: string,
): string =>
  `translate(${text}, ${quote(from + spaces + ignored)}, ${quote(to + ' '.repeat(spaces.length))})`

const keepMatches = (text: string, pattern: RegExp): string => (text.match(pattern) ?? []).join('')

/**
 * Creates the function `same_text`: equal for texts that look the same. It doesn't depend on a
 * locale, because unique indexes use it. Its twin in JavaScript is `toSameText`.
 */
export function createSameTextFunction(): RawBuilder<unknown> {
  const [from, to] = joinPairs(smallLetters)
  const visible = `regexp_replace($1 collate "C", '[${invisibleRanges}]+', '', 'g')`
  const spaced = `regexp_replace(${visible}, '[${spaceRanges}]+', ' ', 'g')`
  const trimmed = `btrim(${spaced}, E' \\t\\n\\r\\f\\u000b')`
  return sql`create function same_text(text) returns text language sql immutable parallel safe as ${sql.lit(`
    select case when $1 ~ '^[!-~]+( [!-~]+)*$' then lower($1 collate "C")
    else normalize(translate(normalize(${trimmed}, NFD) collate "C", '${from}', '${to}'), NFC) end`)}`
}

export const joinPairs = (pairs: readonly (readonly [string, string])[]): [string, string] => [
  pairs.map(([from]) => from).join(''),
  pairs.map(([, to]) => to).join(''),
]

export const quote = (text: string): string =>
  `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
