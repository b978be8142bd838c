import type { ReactNode } from 'react'
import { ApiFailure } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import {
  screenAddress,
  startAddress,
  storeIntegrationKinds,
} from '#shared/engine/integrations/mendingAddress.ts'
import type { StoreIntegrationKind } from '#shared/engine/integrations/mendingAddress.ts'
import { defaultMail } from '#shared/areas/email/defaultMail.ts'
import { readSetupOffers } from '#shared/areas/stores/storeSetupCalls.ts'
import type { SetupOffer } from '#shared/areas/stores/storeSetupCalls.ts'
import { storeIntegrations } from '#shared/areas/stores/storeIntegrationsCalls.ts'
import type { StoreIntegration } from '#shared/areas/stores/storeIntegrationsCalls.ts'
import { storesMessages } from '#shared/areas/stores/storesMessages.ts'
import {
  integrations as known,
  joinedTo,
  labelsOf,
} from '#shared/areas/stores/status/storeStates.ts'
import { isPageFailure, orFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { IntegrationStatus } from '#client/integrations/IntegrationStatus.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Section } from '#client/ui/Section.tsx'
import { SectionFailure } from '../PartFailure.tsx'
import { defineTab } from './storeTab.tsx'
import type { StoreField, TabProps } from './storeTab.tsx'
import { StoreForm } from '../StoreForm.tsx'
import { assignSetup, SetupOffers } from '../SetupOffers.tsx'
import { fixAt } from '#client/integrations/fix/fixes.ts'
import { tabTitles } from '#shared/areas/stores/tabTitles.ts'
import { storeIntegrationsMessages } from '../words.ts'
import * as layout from '../Store.css.ts'

const say = storeIntegrationsMessages
const summary = storesMessages.integrations

type Tested = StoreIntegration[] | PageFailure
/** `usual`: what the store inherits; null where that is not told. */
/** `offers`: existing setups that the store could use; none if the platform doesn't say. */
type Data = { tested: Tested; usual: AnyRecord | null; offers: SetupOffer[] }

const mailFields: readonly StoreField[] = ['smtpSettingsId']

/** What the store is joined to, how each of it does, and where it is set up; read only. */
export const integrations = defineTab<Data>({
  fields: mailFields,
  async load({ api, id, signal }) {
    const [tested, usual, offers] = await Promise.all([
      orFailure(storeIntegrations(api, id, signal), say.what),
      usualMail(api, signal),
      orFailure(readSetupOffers(api, id, signal), say.what),
    ])
    return { tested, usual, offers: isPageFailure(offers) ? [] : offers }
  },
  intents: { assignSetup },
  render: (props) => <Integrations {...props} />,
})

/** The mail setting of the platform, as the value of the field that a store leaves empty. */
async function usualMail(api: Api, signal: AbortSignal): Promise<AnyRecord | null> {
  const usual = await defaultMail(api, signal).catch((error: unknown) => {
    if (error instanceof ApiFailure) return undefined
    throw error
  })
  return usual
    ? { ...usual, smtpSettingsId: usual.id, labels: { smtpSettingsId: String(usual['name']) } }
    : null
}

function Integrations({ data: { tested, usual, offers }, ...props }: TabProps<Data>) {
  const { store } = props
  return (
    <>
      <Section
        id="integrations"
        title={tabTitles.integrations}
        aside={<span className={layout.soft}>{standingOf(store)}</span>}
      >
        {/* The states are the store's own, so that they are shown all the same. */}
        {isPageFailure(tested) && <SectionFailure failure={tested} />}
        <ul className={layout.rows}>
          {storeIntegrationKinds.map((kind) => (
            <Integration
              key={kind}
              kind={kind}
              store={store}
              tested={testOf(tested, kind)}
              offers={
                <SetupOffers
                  {...props}
                  kind={kind}
                  offers={offers.filter((offer) => offer.kind === kind)}
                />
              }
              hasOffers={offers.some((offer) => offer.kind === kind)}
            />
          ))}
        </ul>
      </Section>
      <StoreForm {...props} defaults={usual} tab="integrations" fields={mailFields} />
    </>
  )
}

/** As the list of all stores says it, and by what readiness asks for. */
function standingOf(store: AnyRecord): string {
  const { active, failing, missing } = joinedTo(store)
  return [
    ...(failing.length > 0 ? [summary.failing(labelsOf(failing))] : []),
    ...(active.length + missing.length > 0
      ? [summary.standing(active.length, missing.length)]
      : []),
  ].join(', ')
}

const testOf = (tested: Tested, kind: StoreIntegrationKind) =>
  isPageFailure(tested) ? undefined : tested.find((one) => one.kind === kind)

function Integration({
  kind,
  store,
  tested,
  offers,
  hasOffers,
}: {
  kind: StoreIntegrationKind
  store: AnyRecord
  tested: StoreIntegration | undefined
  offers: ReactNode
  hasOffers: boolean
}) {
  const { label, field, text } =
    kind === 'memberSignOn'
      ? { label: say.memberSignOn, field: null, text: say.memberSignOnText }
      : { ...known[kind], text: null }
  const state = tested?.state ?? String((field && store[field]) ?? 'not_configured')
  const missing = kind !== 'memberSignOn' && joinedTo(store).missing.includes(kind)
  const addressOf = state === 'not_configured' ? startAddress : screenAddress
  // Beside setups that exist, the link creates another one. There is only one live gift card setup.
  const canCreate = hasOffers && state === 'not_configured'
  const newLink =
    kind === 'gift'
      ? { word: say.open, to: screenAddress(kind, store) }
      : { word: say.newSetup, to: startAddress(kind, store) }
  const { word, to } = canCreate
    ? newLink
    : { word: say.actions[state] ?? say.open, to: tested?.to ?? addressOf(kind, store) }
  return (
    <li className={layout.integration} data-state={state} id={kind}>
      <span className={layout.event}>{label}</span>
      <IntegrationStatus state={state} />
      <div className={layout.integrationMore}>
        {text && <p className={layout.soft}>{text}</p>}
        {missing && <p className={layout.soft}>{say.needed}</p>}
        {!missing && !text && state === 'not_configured' && (
          <p className={layout.soft}>{say.notNeeded}</p>
        )}
        {tested?.message && <p>{tested.message}</p>}
        {tested && (tested.checkedAt || state !== 'not_configured') && (
          <p className={layout.soft}>
            {tested.checkedAt ? <Instant at={tested.checkedAt} say={say.tested} /> : say.untested}
          </p>
        )}
        {offers}
      </div>
      <Link
        to={state === 'active' || kind === 'memberSignOn' ? to : fixAt(to, store.id, kind)}
        aria-label={say.actionOf(word, label)}
      >
        {word}
      </Link>
    </li>
  )
}
