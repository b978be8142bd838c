import { Form, useLocation, useNavigation } from 'react-router'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import {
  assignStoreSetup as callAssignSetup,
  isSharedSetupKind,
} from '#shared/areas/stores/storeSetupCalls.ts'
import type { SetupOffer } from '#shared/areas/stores/storeSetupCalls.ts'
import { integrationStates } from '#shared/areas/stores/status/storeStates.ts'
import { integrationsByKind } from '#shared/engine/integrations/integrationKinds.ts'
import { Button } from '#client/frame/index.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { useCanChange } from './tabs/storeTab.tsx'
import type { TabProps } from './tabs/storeTab.tsx'
import { storeIntegrationsMessages } from './messages.ts'
import * as layout from './Store.css.ts'

/**
 * Assigns an existing setup to the store. The store's tab then shows it as saved, with the next
 * check to fix.
 */
export const assignSetupIntent: Intent = async ({ api, form, key }) => {
  const kind = form.get('kind')
  const setup = Number(form.get('setup'))
  if (!isSharedSetupKind(kind) || !Number.isSafeInteger(setup)) throw new FormError({})
  const store = await callAssignSetup(api, Number(form.get('id')), { kind, id: setup }, key)
  return { notice: 'saved', of: toRecordLink(stores, store) }
}

type Props = Pick<TabProps, 'store' | 'refused' | 'writeKey'> & {
  kind: string
  offers: readonly SetupOffer[]
}

/** Lists existing setups of a kind that the store lacks, each with a button that assigns it. */
export function SetupOffers({ store, refused, writeKey, kind, offers }: Props) {
  const { pathname, search } = useLocation()
  const sent = useNavigation().formData
  const { write } = useCanChange(store)
  if (offers.length === 0 || !write) return null
  const answer =
    refused?.intent === 'assignSetup' && refused.values['kind'] === kind ? refused : null
  const { label } = integrationsByKind[offers[0]?.kind ?? 'mail']
  const errors = Object.values(answer?.errors ?? {})
  return (
    <ul className={layout.offers} aria-label={storeIntegrationsMessages.offers(label)}>
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
              {storeIntegrationsMessages.use(name)}
            </Button>
            <span className={layout.soft}>
              {storeIntegrationsMessages.offerState(getStateLabel(state), mode === 'test')}
            </span>
          </Form>
        </li>
      ))}
    </ul>
  )
}

/** Returns a state's label. A state that only a newer platform knows is shown as is. */
const getStateLabel = (state: string): string =>
  Object.entries(integrationStates).find(([name]) => name === state)?.[1] ?? state
