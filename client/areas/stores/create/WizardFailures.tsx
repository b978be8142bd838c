import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { createStoreMachine } from '#machines/createStore/index.ts'
import { Button } from '#client/frame/index.ts'
import { createStoreMessages } from './messages.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { routes } from '#shared/navigation/routes.ts'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { Link } from '#client/ui/Link.tsx'
import * as panel from '#client/form/Panel.css.ts'
import { createIdempotencyKey } from '#client/runtime/idempotencyKey.ts'

/** Explains why the store wasn't created, except for errors shown at fields. */
export function WizardFailures({ wizard }: { wizard: ActorRefFrom<typeof createStoreMachine> }) {
  const failure = useSelector(wizard, ({ context }) => context.failure)
  const elsewhere = useSelector(wizard, ({ context }) => context.otherErrors)
  const sentences = Object.values(elsewhere)
  return (
    <>
      {failure?.code === 'key_reused' && (
        <div className={panel.refusal} role="alert">
          <p>
            {createStoreMessages.alreadyCreated} <Link to={stores.path}>{storesListTitle}</Link>
          </p>
          <div className={panel.inline}>
            <RestartButton wizard={wizard} />
          </div>
        </div>
      )}
      {failure && failure.code !== 'key_reused' && <FailureText failure={failure} />}
      {sentences.length > 0 && (
        <div className={panel.refusal} role="alert">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
    </>
  )
}

const storesListTitle = routes.find(({ path }) => path === stores.path)?.title

export const RestartButton = ({ wizard }: { wizard: ActorRefFrom<typeof createStoreMachine> }) => (
  <Button
    size="small"
    color="white"
    onClick={() => wizard.send({ type: 'wizard.restart', writeKey: createIdempotencyKey() })}
  >
    {createStoreMessages.restart}
  </Button>
)
