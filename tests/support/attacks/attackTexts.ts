import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import type { AST } from '@eslint-community/regexpp'

type Leaf = AST.Character | AST.CharacterClass | AST.CharacterSet | AST.ExpressionCharacterClass

/**
 * Samples for character classes: ASCII, then letters, marks, spaces, and symbols of other scripts.
 */
const allCandidates = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCodePoint((code + 97) % 128)),
  ...'éÉß\u00ad\u00a0\u0301\u200b\u202e\u2028\ufeff\u3000中あア한Ωя＝－…“€½\ue000𝒳😀',
]

const samplesPerClass = 3
const namedPerClass = 4
const samplesPerNode = 5

/** Builds a text of about `length` characters. */
export type AttackText = (length: number) => string

/** Returns texts that a regular expression may be slow on, to build in any length. */
export function findAttackTexts({ source, flags }: RegExp): AttackText[] {
  const isUnicode = /[uv]/.test(flags)
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: isUnicode && !flags.includes('v'),
    unicodeSets: flags.includes('v'),
  })
  // Without the u or v flag, a character beyond 16 bits counts as two.
  const candidates = allCandidates.filter((one) => isUnicode || one.length === 1)
  const classFlags = flags.replace(/[gy]/g, '')
  const getChars = (leaf: Leaf): string[] => {
    if (leaf.type === 'Character') return [String.fromCodePoint(leaf.value)]
    const member = new RegExp(`^(?:${leaf.raw})$`, classFlags)
    const members = candidates.filter((one) => member.test(one))
    // The first and last members differ most. A literal of the pattern can end a repetition.
    const named = members.filter((one) => literals.has(one)).slice(0, namedPerClass)
    return [...new Set([...members.slice(0, samplesPerClass - 1), ...named, ...members.slice(-1)])]
  }
  const { leaves, quantifiers, literals } = collectParts(pattern)
  const chars = [...new Set(leaves.flatMap(getChars))]
  const matchesAny = new RegExp(
    `^(?:${leaves.map(({ raw }) => raw).join('|') || '(?!)'})$`,
    classFlags,
  )
  const stranger = candidates.find((one) => !matchesAny.test(one))
  const ends =
    stranger === undefined
      ? [...literals].slice(0, 4)
      : [stranger, ...(flags.includes('m') ? [`${stranger}\n`] : [])]
  const tails = ['', ...ends]
  const [end = ''] = ends

  const texts = new Map<string, AttackText>()
  const add = (before: string, unit: string, after: string) =>
    unit !== '' &&
    texts.set(
      JSON.stringify([before, unit, after]),
      (length) => before + unit.repeat(Math.ceil(length / unit.length)) + after,
    )

  for (const char of chars) for (const tail of tails) add('', char, tail)
  for (const [at, char] of chars.entries())
    for (const other of chars.length > 8 ? chars.slice(at + 1, at + 5) : chars)
      if (char !== other) add('', char + other, end)
  for (const quantifier of quantifiers) {
    const prefix = sampleBefore(quantifier, getChars)
    const units = new Set([
      ...sample(quantifier.element, getChars),
      ...collectParts(quantifier.element).leaves.flatMap(getChars),
    ])
    for (const unit of units) {
      for (const tail of tails) add(prefix, unit, tail)
      add('', prefix + unit, end)
      add('', prefix + unit.repeat(40), end)
      // A matching start makes the engine try the part after it, too.
      for (const whole of sample(pattern, getChars).slice(0, 1)) add(whole + prefix, unit, end)
    }
  }
  for (const whole of sample(pattern, getChars)) for (const tail of tails) add('', whole, tail)
  return [...texts.values()]
}

type Parts = { leaves: Leaf[]; quantifiers: AST.Quantifier[]; literals: Set<string> }

function collectParts(root: AST.Node): Parts {
  const literals = new Set<string>()
  const leaves: Leaf[] = []
  const quantifiers: AST.Quantifier[] = []
  const addLeaf = (node: Leaf) => {
    // Skips the members of a class: the class is a leaf itself.
    if (node.parent?.type === 'Alternative' || node.parent?.type === 'Quantifier') leaves.push(node)
  }
  visitRegExpAST(root, {
    onCharacterEnter(node) {
      literals.add(String.fromCodePoint(node.value))
      addLeaf(node)
    },
    onCharacterClassEnter: addLeaf,
    onCharacterSetEnter: addLeaf,
    onExpressionCharacterClassEnter: addLeaf,
    onQuantifierEnter: (node) => void (node.max > 1 && quantifiers.push(node)),
  })
  return { leaves, quantifiers, literals }
}

type GetChars = (leaf: Leaf) => string[]

/** Returns short texts that match a part of the pattern. */
function sample(node: AST.Node, getChars: GetChars): string[] {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives.flatMap((one) => sample(one, getChars)).slice(0, samplesPerNode)
    case 'Alternative': {
      const parts = node.elements.map((one) => sample(one, getChars))
      return Array.from({ length: Math.max(1, ...parts.map((part) => part.length)) }, (_, at) =>
        parts.map((part) => part[at % part.length] ?? '').join(''),
      )
    }
    case 'Quantifier':
      return sample(node.element, getChars).map((one) => one.repeat(Math.max(1, node.min)))
    case 'Character':
    case 'CharacterClass':
    case 'CharacterSet':
    case 'ExpressionCharacterClass':
      return getChars(node)
    default:
      return ['']
  }
}

/** Returns a short text that matches everything before a part of the pattern. */
function sampleBefore(node: AST.Node, getChars: GetChars): string {
  const { parent } = node
  if (!parent) return ''
  const outer = sampleBefore(parent, getChars)
  if (parent.type !== 'Alternative') return outer
  const before = parent.elements.slice(
    0,
    parent.elements.findIndex((one) => one === node),
  )
  return outer + before.map((one) => sample(one, getChars)[0] ?? '').join('')
}
