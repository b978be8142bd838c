import { generatePath } from 'react-router'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { RoutePath } from '#shared/routes.ts'
import { storeIntegrations } from '#shared/stores/storeIntegrationsCalls.ts'
import type { StoreIntegration } from '#shared/stores/storeIntegrationsCalls.ts'
import { integrationKinds, integrations as known } from '#shared/stores/storeStates.ts'
import type { IntegrationKind } from '#shared/stores/storeStates.ts'
import { isPageFailure, orFailure } from '#client/failures.ts'
import type { PageFailure } from '#client/failures.ts'
import { IntegrationStatus } from '#client/integrations/IntegrationStatus.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Section, SectionFailure } from './Section.tsx'
import { defineTab } from './storeTab.tsx'
import type { StoreField, TabProps } from './storeTab.tsx'
import { StoreForm } from './StoreForm.tsx'
import { tabTitles } from '#client/stores/tabTitles.ts'
import { storeIntegrationsMessages } from './words.ts'
import * as layout from './Store.css.ts'

const say = storeIntegrationsMessages

type Data = StoreIntegration[] | PageFailure

const mailFields: readonly StoreField[] = ['smtpSettingsId']

/** What the store is joined to, how each of it does, and where it is set up; read only. */
export const integrations = defineTab<Data>({
  fields: mailFields,
  load: ({ api, id, signal }) => orFailure(storeIntegrations(api, id, signal), say.what),
  render: (props) => <Integrations {...props} />,
})

function Integrations({ data, ...props }: TabProps<Data>) {
  const { store } = props
  return (
    <>
      <Section id="integrations" title={tabTitles.integrations}>
        {/* The states are the store's own, so that they are shown all the same. */}
        {isPageFailure(data) && <SectionFailure failure={data} />}
        <ul className={layout.rows}>
          {integrationKinds.map((kind) => (
            <Integration key={kind} kind={kind} store={store} tested={testOf(data, kind)} />
          ))}
          <li className={layout.integration}>
            <span className={layout.event}>{say.memberSignOn}</span>
            <p className={`${layout.integrationMore} ${layout.soft}`}>{say.memberSignOnText}</p>
            <Link
              to={setupAddress('memberSignOn', store.id)}
              aria-label={say.actionOf(say.open, say.memberSignOn)}
            >
              {say.open}
            </Link>
          </li>
        </ul>
      </Section>
      <StoreForm {...props} defaults={null} tab="integrations" fields={mailFields} />
    </>
  )
}

const testOf = (data: Data, kind: IntegrationKind) =>
  isPageFailure(data) ? undefined : data.find((one) => one.kind === kind)

function Integration({
  kind,
  store,
  tested,
}: {
  kind: IntegrationKind
  store: AnyRecord
  tested: StoreIntegration | undefined
}) {
  const { label, field } = known[kind]
  const state = tested?.state ?? String(store[field] ?? 'not_configured')
  const word = say.actions[state] ?? say.open
  return (
    <li className={layout.integration} data-state={state} id={kind}>
      <span className={layout.event}>{label}</span>
      <IntegrationStatus state={state} />
      <div className={layout.integrationMore}>
        {tested?.message && <p>{tested.message}</p>}
        {tested && (
          <p className={layout.soft}>
            {tested.checkedAt ? <Instant at={tested.checkedAt} say={say.tested} /> : say.untested}
          </p>
        )}
      </div>
      <Link
        to={setupAddress(kind, store.id, tested?.setupId)}
        aria-label={say.actionOf(word, label)}
      >
        {word}
      </Link>
    </li>
  )
}

const setups: Record<IntegrationKind | 'memberSignOn', RoutePath> = {
  mail: '/smtpSettings',
  signOn: '/stores/:storeId/adminSso/setup',
  payment: '/payment-setup',
  gift: '/giftCardSetup',
  print: '/printfulSetup',
  memberSignOn: '/stores/:storeId/member/mobile-sso/setup',
}

export function setupAddress(
  kind: keyof typeof setups,
  storeId: number,
  setupId?: number | null,
): string {
  const address = generatePath(setups[kind], { storeId: String(storeId) })
  // Of several the one that serves the store, with what its test found and where that is mended.
  return setupId ? `${address}?test=${setupId}` : address
}
