import * as ts from 'typescript/unstable/ast'
import {
  argumentPlaces,
  attributePlaces,
  filePlaces,
  messageFiles,
  messageNames,
  propertyPlaces,
} from './places.ts'
import type { PlaceMeaning, TextKind } from './places.ts'

/** `isHome` is true if the text belongs there. Other texts should move to a message file. */
export type Place = { kind: TextKind; place: string; isHome: boolean }

/** Definitions of resources and bulk actions contain their texts. */
const hasDefinition = (file: string, code: string) =>
  file.startsWith('shared/areas/') && /\bdefine(?:Resource|BulkActions)\(/.test(code)

/** Returns what all texts of a file are; undefined if texts don't belong there. */
export const getFileMeaning = (file: string, code: string): PlaceMeaning | undefined =>
  filePlaces.find(([pattern]) => pattern.test(file))?.[1] ??
  (hasDefinition(file, code) ? 'shape' : undefined)

/**
 * Returns the kind of a text by its place in the code and the meaning of its file, or null if no
 * user reads it.
 */
export function findTextPlace(
  node: ts.Node,
  text: string,
  file: string,
  fileMeaning: PlaceMeaning | undefined,
): Place | null {
  const isMessage = messageFiles.test(file)
  if (fileMeaning === 'technical' || isPartOfCode(node)) return null
  if (!isMessage && !ts.isJsxText(node) && !looksLikeText(text)) return null
  const { meaning, place } = findMeaning(node, isMessage)
  if (meaning === 'technical') return null
  const kind = meaning ?? fileMeaning ?? 'shape'
  const isHome =
    isMessage || fileMeaning !== undefined || kind === 'process log' || kind === 'API document'
  return { kind: kind === 'shape' ? guessKind(text) : kind, place, isHome }
}

/**
 * Texts with words that programs read: markup, styles, selectors, queries, headers, media types,
 * names of providers, and codes.
 */
const codeTexts = [
  /^(?:Adyen|Braintree|PayPal|Printful|Runa|Stripe)$|^not genuine$/,
  /^data:|default-src |^avif css /,
  /^\s*<|:not\(|\[\w+[=\]*^$]|\b(?:a|button|input|select|td|th)[,[:] ?(?:a|button|input|select|td|th)\b/,
  /^(?:select|insert|update|delete|query|mutation|collate|with|text collate) |\$\w+: |\w\{\w|\{ ?\w+ \w+ ?\{|\*\[local-name\(\)|^\w+(?:\.\w+)? as \w+$/,
  /^\w+\/[\w.+-]+(?:;|$)|^(?:Basic|Bearer|network) |^[A-Z][\w-]+: (?:close|no-store|chunked|text\/)|;\s?q=|^retry:/,
  /^(?:[a-z]+_[a-z_]+ ?)+$/,
  // Responses to webhooks, and the result of a charge.
  /^(?:not genuine|not understood|charged before)$/,
]

/** Returns whether a text has words with a space between them, or is one capitalized word. */
const looksLikeText = (text: string) =>
  codeTexts.every((pattern) => !pattern.test(text)) && hasWords(text)

const hasWords = (text: string) =>
  /\p{L}\}?[,.:;?]? (?:\p{L}|\{)/u.test(text)
    ? /\p{Ll}{2}/u.test(text)
    : /^\p{Lu}\p{Ll}+[.:?]?$/u.test(text)

/** Guesses the kind: a question is a confirmation, a sentence a hint, and a phrase a label. */
const guessKind = (text: string): TextKind =>
  text.endsWith('?') ? 'confirmation' : /[.:]$/.test(text) ? 'hint' : 'label'

/**
 * Returns whether a text is a module name, type, key, compared value, or code in another language.
 */
function isPartOfCode(node: ts.Node): boolean {
  const { parent } = node
  return (
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isLiteralTypeNode(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isTaggedTemplateExpression(parent) ||
    ts.isCaseClause(parent) ||
    ts.isEnumMember(parent) ||
    // The names of error classes.
    ts.isPropertyDeclaration(parent) ||
    ((ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) && parent.name === node) ||
    (ts.isBinaryExpression(parent) && isComparison(parent.operatorToken.kind))
  )
}

/** Checks only own keys, because a place can be named toString. */
const getOwnMeaning = (table: Readonly<Record<string, PlaceMeaning>>, name: string) =>
  Object.hasOwn(table, name) ? table[name] : undefined

const isComparison = (kind: ts.SyntaxKind) =>
  [
    ts.SyntaxKind.EqualsEqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsEqualsToken,
    ts.SyntaxKind.InKeyword,
  ].includes(kind)

/** Finds the innermost place around a text with a known meaning, or else the innermost place. */
function findMeaning(
  node: ts.Node,
  isMessage: boolean,
): { meaning?: PlaceMeaning | undefined; place: string } {
  let firstPlace = ''
  let child = node
  for (let ancestor = node.parent; ancestor; child = ancestor, ancestor = ancestor.parent) {
    const [place, meaning] = getMeaning(ancestor, child)
    const namedKind = isMessage && !meaning ? findMessageKind(place) : undefined
    if (meaning ?? namedKind) return { meaning: meaning ?? namedKind, place }
    if (place && !firstPlace) firstPlace = place
  }
  return { place: firstPlace || 'module' }
}

const findMessageKind = (place: string) =>
  messageNames.find(([pattern]) => pattern.test(place.replace(/^property /, '')))?.[1]

function getMeaning(
  ancestor: ts.Node,
  child: ts.Node,
): [place: string, meaning?: PlaceMeaning | undefined] {
  if (ts.isJsxAttribute(ancestor)) {
    const name = getName(ancestor.name as ts.Node)
    return [`attribute ${name}`, getOwnMeaning(attributePlaces, name)]
  }
  if (ts.isJsxElement(ancestor) || ts.isJsxFragment(ancestor)) return ['markup', 'shape']
  if (ts.isPropertyAssignment(ancestor)) {
    const name = getName(ancestor.name)
    return [`property ${name}`, getOwnMeaning(propertyPlaces, name)]
  }
  if (ts.isTaggedTemplateExpression(ancestor)) return ['template', 'technical']
  if (ts.isCallExpression(ancestor) || ts.isNewExpression(ancestor)) {
    const argumentIndex = ancestor.arguments?.findIndex((argument) => argument === child) ?? -1
    if (argumentIndex === -1) return ['']
    const name = getName(ancestor.expression)
    const place = `${name}:${argumentIndex}`
    return [
      `argument ${place}`,
      getOwnMeaning(argumentPlaces, place) ?? getOwnMeaning(argumentPlaces, name),
    ]
  }
  if (ts.isVariableDeclaration(ancestor)) return [`variable ${getName(ancestor.name)}`]
  if (ts.isFunctionDeclaration(ancestor) && ancestor.name)
    return [`function ${getName(ancestor.name)}`]
  return ['']
}

function getName(node: ts.Node): string {
  if (ts.isIdentifier(node) || ts.isStringLiteral(node)) return node.text
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  return ''
}
