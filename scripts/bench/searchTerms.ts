import {
  lastNames as allFamilyNames,
  firstNames as allGivenNames,
} from '#server/platform/demoData/names.ts'

/** The most frequent names. */
const [givenNames, familyNames] = [allGivenNames.slice(0, 20), allFamilyNames.slice(0, 20)]
const parts =
  'an ma el ra so ch ko ng ie sch son ell ova ana bert quinn walker øst łuk 佐藤 김민준'.split(' ')
const unknownWords = 'zzz qqqq xyzzy nobody@nowhere no.such.member 99999999999 wwwww'.split(' ')
const otherScripts = '花子 佐 김 민준 נועה לוי Αικατερίνη Παπαδοπούλου'.split(' ')
const accents = 'é ë ø Ø Å ÅNGSTRÖM Łukasz łukasz Černý ıl Şahin Žof Nguyễn Thị'.split(' ')
const punctuation =
  "% _ @ . - ' \\ %% __ @@ .. _% 50% a_b o'b O'Brien -west .o @example. / # :".split(' ')
const words = [
  'Rosa Rossi',
  'rosa ro',
  'an ab',
  'Bo Ek',
  'Ng',
  'Hohenfels-Westernhagen zu',
  'de la Concepción',
  '佐藤 花子',
  'Zoë Zhang',
  'von Hohenfels',
  'yara yılmaz',
  'Rossi Rosa',
  'GARCIA maria',
  'lang hughes',
  'obrien james',
  'muller jurgen',
]

/**
 * Search terms like those of operators: names, parts of names and addresses, other scripts,
 * accents, and terms without a match.
 */
export const searchTerms = [
  ...givenNames.flatMap((name) => [name, name.toLowerCase(), name.slice(0, 3), name.slice(0, 4)]),
  ...familyNames.flatMap((name) => [name, name.toLowerCase(), name.slice(0, 3)]),
  ...new Set([...allGivenNames, ...allFamilyNames].map((name) => name.slice(0, 2))),
  ...givenNames.flatMap((name, nameIndex) =>
    [0, 7, 13].map((shift) => `${name} ${familyNames[(nameIndex + shift) % familyNames.length]}`),
  ),
  ...familyNames.flatMap((name, nameIndex) =>
    [0, 3, 5, 11].map((shift) =>
      `${givenNames[(nameIndex + shift) % givenNames.length]}.${name}`.toLowerCase(),
    ),
  ),
  ...Array.from({ length: 80 }, (_, index) =>
    `${familyNames[index % 20]}${index * 37 + 11}`.toLowerCase(),
  ),
  ...Array.from({ length: 40 }, (_, index) => `${index * 24_977 + 101}@example.com`),
  ...Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index)),
  ...Array.from({ length: 10 }, (_, digit) => `${digit}`),
  ...'example example.com @example.org .com'.split(' '),
  ...otherScripts,
  ...accents,
  ...punctuation,
  ...words,
  ...parts,
  ...unknownWords,
]
