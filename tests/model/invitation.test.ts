import { expect, test } from 'vitest'
import { createActor, transition, initialTransition } from 'xstate'
import { invitationMachine } from '#machines/invitation.ts'
import { getNextLinkState, linkStates } from '#shared/areas/users/accountStates.ts'
import type { LinkEvent, LinkState } from '#shared/areas/users/accountStates.ts'
import { expectFullCoverage, walkEveryEdge } from './walk.ts'

const events: LinkEvent[] = ['make', 'accept', 'expire', 'withdraw']

test('a link that sets a password reaches every state and takes every transition', async () => {
  const coverage = await walkEveryEdge({
    machine: invitationMachine,
    inputs: [undefined],
    events: events.map((event) => ({ type: `link.${event}` as const })),
    states: Object.fromEntries(
      Object.keys(linkStates).map((state) => [
        state,
        // The machine allows the same events as the platform.
        (snapshot: { value: unknown; can: (event: { type: `link.${LinkEvent}` }) => boolean }) => {
          expect(snapshot.value).toBe(state)
          for (const event of events)
            expect(snapshot.can({ type: `link.${event}` })).toBe(
              getNextLinkState(state as LinkState, event) !== null,
            )
        },
      ]),
    ),
  })
  expectFullCoverage(invitationMachine, coverage)
})

test('a link works once, and not after it expired or was withdrawn', () => {
  const link = createActor(invitationMachine).start()
  for (const endEvent of ['accept', 'expire', 'withdraw'] as const) {
    link.send({ type: 'link.make' })
    link.send({ type: `link.${endEvent}` })
    expect(link.getSnapshot().can({ type: 'link.accept' })).toBe(false)
  }
  const [none] = initialTransition(invitationMachine)
  expect(transition(invitationMachine, none, { type: 'link.accept' })[0].value).toBe('none')
})
