import { setup } from 'xstate'
import { linkStates } from '#shared/areas/users/accountStates.ts'
import type { LinkEvent, LinkState } from '#shared/areas/users/accountStates.ts'

type LinkMachineEvent = { type: `link.${LinkEvent}` }

const createLinkState = (events: object) => ({
  on: Object.fromEntries(
    Object.entries(events).map(([event, to]) => [`link.${event}`, String(to)]),
  ),
})

/**
 * Link that sets a password, built from the table that the platform enforces
 * (`shared/areas/users/accountStates.ts`).
 */
export const invitationMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as { events: LinkMachineEvent },
}).createMachine({
  id: 'invitation',
  description:
    'A link that sets a password once, until it expires, is withdrawn, or is replaced by a new one.',
  initial: 'none' satisfies LinkState,
  // The keys are the table's own.
  states: Object.fromEntries(
    Object.entries(linkStates).map(([state, events]) => [state, createLinkState(events)]),
  ) as Record<LinkState, ReturnType<typeof createLinkState>>,
})
