import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'

/**
 * Draws a machine as a Mermaid `stateDiagram-v2`. Labels have the form `event [guard] / actions`;
 * `do` lists what a state invokes.
 */
export function mermaidOf(machine: AnyStateMachine): string {
  const { root } = machine
  const content = contentOf(root)
  const common = insideOf(root).map((text) => `in_every_state : ${text}`)
  const everywhere =
    common.length > 0 ? ['state "in every state" as in_every_state', ...common] : []
  // Mermaid separates regions only inside a frame.
  const diagram = root.type === 'parallel' ? framed(root.key, content) : content
  return ['stateDiagram-v2', ...[...diagram, ...everywhere].map(indented)].join('\n')
}

const indented = (line: string) => `  ${line}`
const framed = (id: string, content: string[]) => [`state ${id} {`, ...content.map(indented), '}']
const idOf = (node: AnyStateNode) => node.path.join('_')
const childrenOf = (node: AnyStateNode): AnyStateNode[] => Object.values(node.states)

function contentOf(node: AnyStateNode): string[] {
  const drawings = childrenOf(node).map(drawingOf)
  if (node.type === 'parallel')
    return drawings.flatMap((lines, index) => (index > 0 ? ['--', ...lines] : lines))
  if (node.type !== 'compound') return []
  return [...node.initial.target.map((first) => `[*] --> ${idOf(first)}`), ...drawings.flat()]
}

function drawingOf(node: AnyStateNode): string[] {
  const id = idOf(node)
  const content = contentOf(node)
  return [
    ...(content.length > 0 ? frameOf(node, content) : boxOf(node)),
    ...transitionsOf(node).flatMap((transition) =>
      (transition.target ?? []).map(
        (target) => `${id} --> ${idOf(target)}${labelled(labelOf(transition))}`,
      ),
    ),
    ...(node.type === 'final' ? [`${id} --> [*]`] : []),
  ]
}

function boxOf(node: AnyStateNode): string[] {
  const id = idOf(node)
  const title = node.type === 'history' ? `${node.key} (remembered)` : node.key
  return [`state "${title}" as ${id}`, ...insideOf(node).map((text) => `${id} : ${text}`)]
}

/** Draws a frame, which can't contain text, so the text goes into the title. */
function frameOf(node: AnyStateNode, content: string[]): string[] {
  const title = [node.key, ...insideOf(node).map((text) => `(${text})`)].join(' ')
  return [`state "${title}" as ${idOf(node)}`, ...framed(idOf(node), content)]
}

function insideOf(node: AnyStateNode): string[] {
  return [
    ...namesOf(node.entry).map((action) => `entry / ${action}`),
    ...node.invoke.map(({ id }) => `do / ${id}`),
    ...transitionsOf(node)
      .filter(({ target }) => !target)
      .map(labelOf),
  ]
}

const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...(node.always ?? []),
  ...[...node.transitions.values()].flat(),
]

const labelled = (label: string) => (label === '' ? '' : ` : ${label}`)

function labelOf({ source, eventType, guard, actions }: AnyTransitionDefinition): string {
  const actionNames = namesOf(actions).join(', ')
  const words = [
    eventOf(String(eventType), source.machine),
    ...namesOf(guard ? [guard] : []).map((name) => `[${name}]`),
    ...(actionNames === '' ? [] : [`/ ${actionNames}`]),
  ]
  return words.filter(Boolean).join(' ')
}

/**
 * Returns a readable name of an event; XState's own have names such as `xstate.done.actor.logIn`.
 */
function eventOf(type: string, { implementations }: AnyStateMachine): string {
  const [, kind, name = ''] =
    /^xstate\.(done\.state|done\.actor|error\.actor|after)\.(\w+)/.exec(type) ?? []
  if (kind === 'done.state') return 'all done'
  if (kind === 'done.actor') return `${name} done`
  if (kind === 'error.actor') return `${name} failed`
  if (kind !== 'after') return type
  const delay: unknown = implementations.delays[name]
  return typeof delay === 'number' ? `after ${delay} ms` : `after ${name}`
}

/** Returns the names of actions or guards, ignoring inline functions, which have none. */
function namesOf(items: readonly unknown[]): string[] {
  return items.flatMap((item) => {
    if (typeof item === 'string') return [item]
    if (typeof item !== 'object' || item === null || !('type' in item)) return []
    return [String(item.type)]
  })
}
