import { messages } from './messages.ts'
import { resourceNamed } from './resources/index.ts'

const { events, verbs } = messages.dashboard
const known: Record<string, string> = events
const verbOf: Record<string, string> = verbs

/** An event of the audit log in words: `sizes.created` is "Created size". One that nobody described stays as it is. */
export function eventWords(event: string): string {
  if (Object.hasOwn(known, event)) return known[event] ?? event
  const [name = '', verb = ''] = event.split('.')
  const resource = resourceNamed(name)
  const word = Object.hasOwn(verbOf, verb) ? verbOf[verb] : undefined
  return resource && word ? `${word} ${resource.title.one}` : event
}
