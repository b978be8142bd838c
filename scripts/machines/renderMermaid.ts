import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'

/**
 * Draws a machine as a Mermaid `stateDiagram-v2`. Labels have the form `event [guard] / actions`;
 * `do` lists what a state invokes.
 */
export function renderMermaid(machine: AnyStateMachine): string {
  const { root } = machine
  const content = renderContent(root)
  const common = renderDetails(root).map((text) => `in_every_state : ${text}`)
  const everywhere =
    common.length > 0 ? ['state "in every state" as in_every_state', ...common] : []
  // Mermaid separates regions only inside a frame.
  const diagram = root.type === 'parallel' ? wrapInFrame(root.key, content) : content
  return ['stateDiagram-v2', ...[...diagram, ...everywhere].map(indentLine)].join('\n')
}

const indentLine = (line: string) => `  ${line}`
const wrapInFrame = (id: string, content: string[]) => [
  `state ${id} {`,
  ...content.map(indentLine),
  '}',
]
const getStateId = (node: AnyStateNode) => node.path.join('_')
const getChildren = (node: AnyStateNode): AnyStateNode[] => Object.values(node.states)

function renderContent(node: AnyStateNode): string[] {
  const drawings = getChildren(node).map(renderState)
  if (node.type === 'parallel')
    return drawings.flatMap((lines, index) => (index > 0 ? ['--', ...lines] : lines))
  if (node.type !== 'compound') return []
  return [...node.initial.target.map((first) => `[*] --> ${getStateId(first)}`), ...drawings.flat()]
}

function renderState(node: AnyStateNode): string[] {
  const id = getStateId(node)
  const content = renderContent(node)
  return [
    ...(content.length > 0 ? renderFrame(node, content) : renderBox(node)),
    ...getTransitions(node).flatMap((transition) =>
      (transition.target ?? []).map(
        (target) =>
          `${id} --> ${getStateId(target)}${formatLabelSuffix(formatTransition(transition))}`,
      ),
    ),
    ...(node.type === 'final' ? [`${id} --> [*]`] : []),
  ]
}

function renderBox(node: AnyStateNode): string[] {
  const id = getStateId(node)
  const title = node.type === 'history' ? `${node.key} (remembered)` : node.key
  return [`state "${title}" as ${id}`, ...renderDetails(node).map((text) => `${id} : ${text}`)]
}

/** Draws a frame, which can't contain text, so the text goes into the title. */
function renderFrame(node: AnyStateNode, content: string[]): string[] {
  const title = [node.key, ...renderDetails(node).map((text) => `(${text})`)].join(' ')
  return [`state "${title}" as ${getStateId(node)}`, ...wrapInFrame(getStateId(node), content)]
}

function renderDetails(node: AnyStateNode): string[] {
  return [
    ...getNames(node.entry).map((action) => `entry / ${action}`),
    ...node.invoke.map(({ id }) => `do / ${id}`),
    ...getTransitions(node)
      .filter(({ target }) => !target)
      .map(formatTransition),
  ]
}

const getTransitions = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...(node.always ?? []),
  ...[...node.transitions.values()].flat(),
]

const formatLabelSuffix = (label: string) => (label === '' ? '' : ` : ${label}`)

function formatTransition({ source, eventType, guard, actions }: AnyTransitionDefinition): string {
  const actionNames = getNames(actions).join(', ')
  const words = [
    formatEvent(String(eventType), source.machine),
    ...getNames(guard ? [guard] : []).map((name) => `[${name}]`),
    ...(actionNames === '' ? [] : [`/ ${actionNames}`]),
  ]
  return words.filter(Boolean).join(' ')
}

/**
 * Returns a readable name of an event; XState's own have names such as `xstate.done.actor.logIn`.
 */
function formatEvent(type: string, { implementations }: AnyStateMachine): string {
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
function getNames(items: readonly unknown[]): string[] {
  return items.flatMap((item) => {
    if (typeof item === 'string') return [item]
    if (typeof item !== 'object' || item === null || !('type' in item)) return []
    return [String(item.type)]
  })
}
