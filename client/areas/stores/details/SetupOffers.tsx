import { Form, useLocation, useNavigation } from 'react-router'
import { recordLink } from '#shared/engine/recordLink.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import {
  assignSetup as callAssignSetup,
  isSharedSetupKind,
} from '#shared/areas/stores/storeSetupCalls.ts'
import type { SetupOffer } from '#shared/areas/stores/storeSetupCalls.ts'
import { integrations, integrationStates } from '#shared/areas/stores/status/storeStates.ts'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intent } from '#client/form/answerForm.ts'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { Button } from '#client/ui/Button.tsx'
import { useMayChange } from './tabs/storeTab.tsx'
import type { TabProps } from './tabs/storeTab.tsx'
import { storeIntegrationsMessages } from './words.ts'
import * as layout from './Store.css.ts'

const say = storeIntegrationsMessages

/** Makes the store use an existing setup. The store's tab shows it as saved, with the next thing to fix. */
export const assignSetup: Intent = async ({ api, form, key }) => {
  const kind = form.get('kind')
  const setup = Number(form.get('setup'))
  if (!isSharedSetupKind(kind) || !Number.isSafeInteger(setup)) throw new Refusal({})
  const store = await callAssignSetup(api, Number(form.get('id')), { kind, id: setup }, key)
  return { notice: 'saved', of: recordLink(stores, store) }
}

type Props = Pick<TabProps, 'store' | 'refused' | 'writeKey'> & {
  kind: string
  offers: readonly SetupOffer[]
}

/** Existing setups of a kind that the store lacks, each with a button that uses it. */
export function SetupOffers({ store, refused, writeKey, kind, offers }: Props) {
  const { pathname, search } = useLocation()
  const sent = useNavigation().formData
  const { write } = useMayChange(store)
  if (offers.length === 0 || !write) return null
  const answer =
    refused?.intent === 'assignSetup' && refused.values['kind'] === kind ? refused : null
  const { label } = integrations[offers[0]?.kind ?? 'mail']
  const errors = Object.values(answer?.errors ?? {})
  return (
    <ul className={layout.offers} aria-label={say.offers(label)}>
      {(answer?.failure || errors.length > 0) && (
        <li role="alert">
          {answer?.failure ? <FailureText failure={answer.failure} /> : errors.join(' ')}
        </li>
      )}
      {offers.map(({ id, name, state, mode }) => (
        <li key={id}>
          <Form
            method="post"
            action={pathname + search}
            preventScrollReset
            className={layout.offer}
          >
            <input type="hidden" name="intent" value="assignSetup" />
            <input type="hidden" name="writeKey" value={`${writeKey}-${kind}-${id}`} />
            <input type="hidden" name="kind" value={kind} />
            <Button
              type="submit"
              name="setup"
              value={id}
              color="white"
              size="small"
              loading={sent?.get('kind') === kind && sent.get('setup') === String(id)}
            >
              {say.use(name)}
            </Button>
            <span className={layout.soft}>
              {say.offerState(stateLabel(state), mode === 'test')}
            </span>
          </Form>
        </li>
      ))}
    </ul>
  )
}

/** The state in words; one that this console doesn't know is shown as it is. */
const stateLabel = (state: string): string =>
  Object.entries(integrationStates).find(([name]) => name === state)?.[1] ?? state
