import type { ActorRefFrom } from 'xstate'
import type { createStoreMachine } from '#machines/createStore.ts'
import { createStoreMessages } from './words.ts'
import { newIdempotencyKey } from '#client/idempotencyKey.ts'
import { Button } from '#client/ui/Button.tsx'

/** Gives this run up for a new one, with a key of its own. */
export const Restart = ({ wizard }: { wizard: ActorRefFrom<typeof createStoreMachine> }) => (
  <Button
    size="small"
    color="white"
    onClick={() => wizard.send({ type: 'wizard.restart', writeKey: newIdempotencyKey() })}
  >
    {createStoreMessages.restart}
  </Button>
)
