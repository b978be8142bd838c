import { globSync, readFileSync } from 'node:fs'
import { parse } from '@babel/parser'

/** How code applies a regular expression. `other` is a use that the source doesn't show. */
export type RegularExpressionUse = 'test' | 'replace' | 'split' | 'match' | 'other'

export type FoundExpression = {
  place: string
  /** Null if it's built from values that the source doesn't show. */
  expression: RegExp | null
  code: string
  use: RegularExpressionUse
}

type Node = { type: string; start: number; loc: { start: { line: number } } } & Record<
  string,
  unknown
>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'loc' in value

const methodUses: Record<string, RegularExpressionUse> = {
  test: 'test',
  exec: 'test',
  search: 'test',
  replace: 'replace',
  replaceAll: 'replace',
  split: 'split',
  match: 'match',
  matchAll: 'match',
}

/** Finds every regular expression in the product's own code. */
export const findAllExpressions = (): FoundExpression[] =>
  globSync('{shared,client,server,machines}/**/*.{ts,tsx,mjs,js}').flatMap((file) =>
    findExpressions(readFileSync(file, 'utf8'), file),
  )

/** Finds literals, calls of `RegExp`, and texts that `match`, `matchAll`, and `search` compile. */
export function findExpressions(source: string, file: string): FoundExpression[] {
  const { program } = parse(source, {
    sourceType: 'module',
    plugins: file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'],
  })
  const constants = new Map<string, unknown>()
  const expressions: FoundExpression[] = []
  const add = (node: Node, expression: RegExp | null, use: RegularExpressionUse) =>
    expressions.push({
      place: `${file}:${node.loc.start.line}`,
      expression,
      code: source.slice(node.start, Number(node['end'])),
      use,
    })
  const visit = (node: Node, parents: readonly Node[]): void => {
    if (node.type === 'VariableDeclarator') {
      const { id, init } = node
      if (isNode(id) && isNode(init)) constants.set(String(id['name']), evaluate(init, constants))
    }
    if (node.type === 'RegExpLiteral')
      add(node, new RegExp(String(node['pattern']), String(node['flags'])), getUse(node, parents))
    if (isConstruction(node)) {
      const [pattern, flags] = getArguments(node).map((one) => evaluate(one, constants))
      const isKnown = typeof pattern === 'string'
      add(
        node,
        isKnown ? new RegExp(pattern, typeof flags === 'string' ? flags : '') : null,
        getUse(node, parents),
      )
    }
    const method = getMethod(node)
    if (method === 'match' || method === 'matchAll' || method === 'search') {
      const [first] = getArguments(node)
      const pattern = first && evaluate(first, constants)
      if (typeof pattern === 'string')
        add(
          node,
          new RegExp(pattern, method === 'matchAll' ? 'g' : ''),
          methodUses[method] ?? 'other',
        )
    }
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child)) visit(child, [node, ...parents])
  }
  if (isNode(program)) visit(program, [])
  return expressions
}

/** Checks for `RegExp(...)` and `new RegExp(...)`. */
function isConstruction(node: Node): boolean {
  const { type, callee } = node
  if (type !== 'NewExpression' && type !== 'CallExpression') return false
  return isNode(callee) && callee['name'] === 'RegExp'
}

const getArguments = (node: Node): Node[] =>
  Array.isArray(node['arguments']) ? node['arguments'].filter(isNode) : []

function getMethod({ type, callee }: Node): string | null {
  if (type !== 'CallExpression' && type !== 'OptionalCallExpression') return null
  if (!isNode(callee) || !isNode(callee['property'])) return null
  return String(callee['property']['name'])
}

function getUse(node: Node, [parent, grandparent]: readonly Node[]): RegularExpressionUse {
  if (!parent) return 'other'
  if (parent.type === 'MemberExpression' && parent['object'] === node && grandparent)
    return methodUses[getMethod(grandparent) ?? ''] ?? 'other'
  const isFirst = getArguments(parent)[0] === node
  return (isFirst && methodUses[getMethod(parent) ?? '']) || 'other'
}

/** Returns the value of a text or number that the source spells out, otherwise undefined. */
function evaluate(node: Node, constants: ReadonlyMap<string, unknown>): unknown {
  switch (node.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
      return node['value']
    case 'Identifier':
      return constants.get(String(node['name']))
    case 'TemplateLiteral': {
      const parts = node['expressions']
      const texts = node['quasis']
      if (!Array.isArray(parts) || !Array.isArray(texts)) return undefined
      const values = parts.map((part) => evaluate(part, constants))
      if (values.includes(undefined)) return undefined
      return texts.map(({ value }, at) => `${value.cooked}${values[at] ?? ''}`).join('')
    }
    default:
      return undefined
  }
}
