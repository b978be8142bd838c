import type { ReactNode } from 'react'
import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { buildNewSetupUrl, storeIntegrationKinds } from '#shared/engine/integrations/fixUrl.ts'
import type { StoreIntegrationKind } from '#shared/engine/integrations/fixUrl.ts'
import { loadSetupOffers } from '#shared/areas/stores/storeSetupCalls.ts'
import type { SetupOffer } from '#shared/areas/stores/storeSetupCalls.ts'
import { loadStoreIntegrations } from '#shared/areas/stores/storeIntegrationsCalls.ts'
import type { StoreIntegration } from '#shared/areas/stores/storeIntegrationsCalls.ts'
import { allStoresMessages } from '#shared/areas/stores/allStoresMessages.ts'
import {
  integrationsByKind as known,
  groupIntegrationsByState,
  formatIntegrationKinds,
} from '#shared/engine/integrations/integrationKinds.ts'
import { findDefaultSmtpSetting } from '#shared/areas/email/defaultSmtpSetting.ts'
import { IntegrationStatus, Section, buildSetupUrl, storeTabTitles } from '#client/frame/index.ts'
import { isPageFailure, resolveOrFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { SectionFailure } from '../FailureWithRetry.tsx'
import { defineTab } from './storeTab.tsx'
import type { TabProps } from './storeTab.tsx'
import { StoreTabForm } from '../StoreTabForm.tsx'
import { assignSetupIntent, SetupOffers } from '../SetupOffers.tsx'
import { addFixParams } from '#client/integrations/fix/checkFixes.ts'
import { storeIntegrationsMessages } from '../messages.ts'
import * as layout from '../Store.css.ts'

type IntegrationTests = StoreIntegration[] | PageFailure
/** `inherited`: the mail setting that the store inherits; null if unknown. */
/**
 * `offers`: existing setups that the store could use; empty if the platform doesn't return them.
 */
type IntegrationsTabData = {
  tested: IntegrationTests
  inherited: AnyRecord | null
  offers: SetupOffer[]
}

/** The store's integrations with their states and links to their setups. Read-only. */
export const integrationsTab = defineTab<IntegrationsTabData>({
  async load({ api, id, signal }) {
    const [tested, inherited, offers] = await Promise.all([
      resolveOrFailure(loadStoreIntegrations(api, id, signal), storeIntegrationsMessages.what),
      loadInheritedMail(api, signal),
      resolveOrFailure(loadSetupOffers(api, id, signal), storeIntegrationsMessages.what),
    ])
    return { tested, inherited, offers: isPageFailure(offers) ? [] : offers }
  },
  intents: { assignSetup: assignSetupIntent },
  render: (props) => <IntegrationsTab {...props} />,
})

/**
 * Loads the platform's default SMTP setting as the value of the field that a store leaves empty.
 */
async function loadInheritedMail(api: Api, signal: AbortSignal): Promise<AnyRecord | null> {
  const defaultSetting = await findDefaultSmtpSetting(api, signal).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined
    throw error
  })
  return defaultSetting
    ? {
        ...defaultSetting,
        smtpSettingsId: defaultSetting.id,
        labels: { smtpSettingsId: String(defaultSetting['name']) },
      }
    : null
}

function IntegrationsTab({
  data: { tested, inherited, offers },
  ...props
}: TabProps<IntegrationsTabData>) {
  const { store } = props
  return (
    <>
      <Section
        id="integrations"
        title={storeTabTitles.integrations}
        aside={<span className={layout.soft}>{formatIntegrationSummary(store)}</span>}
      >
        {/* The states come from the store itself, so they are shown even if the tests failed to
            load. */}
        {isPageFailure(tested) && <SectionFailure failure={tested} />}
        <ul className={layout.rows}>
          {storeIntegrationKinds.map((kind) => (
            <IntegrationItem
              key={kind}
              kind={kind}
              store={store}
              tested={findIntegrationTest(tested, kind)}
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
      <StoreTabForm {...props} defaults={inherited} tab="integrations" />
    </>
  )
}

/** Summarizes integrations as the list of stores does, by what readiness requires. */
function formatIntegrationSummary(store: AnyRecord): string {
  const { active, failing, missing } = groupIntegrationsByState(store)
  return [
    ...(failing.length > 0
      ? [allStoresMessages.integrations.failing(formatIntegrationKinds(failing))]
      : []),
    ...(active.length + missing.length > 0
      ? [allStoresMessages.integrations.standing(active.length, missing.length)]
      : []),
  ].join(', ')
}

const findIntegrationTest = (tested: IntegrationTests, kind: StoreIntegrationKind) =>
  isPageFailure(tested) ? undefined : tested.find((one) => one.kind === kind)

function IntegrationItem({
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
      ? {
          label: storeIntegrationsMessages.memberSignOn,
          field: null,
          text: storeIntegrationsMessages.memberSignOnText,
        }
      : { ...known[kind], text: null }
  const state = tested?.state ?? String((field && store[field]) ?? 'not_configured')
  const missing = kind !== 'memberSignOn' && groupIntegrationsByState(store).missing.includes(kind)
  const buildUrl = state === 'not_configured' ? buildNewSetupUrl : buildSetupUrl
  // If setups exist, the link creates another one. There is only one live gift card setup, so it
  // opens that one.
  const canCreate = hasOffers && state === 'not_configured'
  const newLink =
    kind === 'gift'
      ? { word: storeIntegrationsMessages.open, to: buildSetupUrl(kind, store) }
      : { word: storeIntegrationsMessages.newSetup, to: buildNewSetupUrl(kind, store) }
  const { word, to } = canCreate
    ? newLink
    : {
        word: storeIntegrationsMessages.actions[state] ?? storeIntegrationsMessages.open,
        to: tested?.to ?? buildUrl(kind, store),
      }
  return (
    <li className={layout.integration} data-state={state} id={kind}>
      <span className={layout.event}>{label}</span>
      <IntegrationStatus state={state} />
      <div className={layout.integrationMore}>
        {text && <p className={layout.soft}>{text}</p>}
        {missing && <p className={layout.soft}>{storeIntegrationsMessages.needed}</p>}
        {!missing && !text && state === 'not_configured' && (
          <p className={layout.soft}>{storeIntegrationsMessages.notNeeded}</p>
        )}
        {tested?.message && <p>{tested.message}</p>}
        {tested && (tested.checkedAt || state !== 'not_configured') && (
          <p className={layout.soft}>
            {tested.checkedAt ? (
              <Instant at={tested.checkedAt} format={storeIntegrationsMessages.tested} />
            ) : (
              storeIntegrationsMessages.untested
            )}
          </p>
        )}
        {offers}
      </div>
      <Link
        to={state === 'active' || kind === 'memberSignOn' ? to : addFixParams(to, store.id, kind)}
        aria-label={storeIntegrationsMessages.actionOf(word, label)}
      >
        {word}
      </Link>
    </li>
  )
}
