import { toDay, formatDay } from '#shared/format/dates.ts'
import { getLabel } from '#shared/engine/resource.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { listExpirations } from '#shared/engine/integrations/integrationCalls.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { providerPresetLabels, ssoProtocols } from '#shared/areas/sso/presets.ts'
import type { PresetName, SsoProtocol } from '#shared/areas/sso/presets.ts'
import { loadSsoUrls, loadAdminSsoInfo } from '#shared/areas/sso/adminSsoCalls.ts'
import {
  LastTestSignIn,
  TestSignInLink,
  createIntegrationScreen,
} from '#client/integrations/index.ts'
import { isPageFailure, resolveOrFailure } from '#client/runtime/failures.ts'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import { ProviderCertificates } from './ProviderCertificates.tsx'
import { ssoIntents } from './ssoIntents.ts'
import { AdminSsoSignInDetails } from './AdminSsoSignInDetails.tsx'
import { createProviderInputs } from './providerFields.tsx'
import type { AdminSsoData } from './adminSsoData.ts'
import { adminSsoMessages } from './messages.ts'
import * as header from '#client/ui/PageHeader.css.ts'

const expiryWindowDays = 90

/** Admin SSO of a store: settings, the values that both sides need, tests, and certificates. */
export const { loader, action, Component } = createIntegrationScreen<AdminSsoData>({
  resource: adminSignOns,
  needsSignIn: true,
  title: ({ more }) => adminSsoMessages.title(more.store),
  async load({ api, resource, signal }, record) {
    const storeId = resource.parentFilter?.id ?? 0
    const [store, addresses, sides, expiries] = await Promise.all([
      loadRecord(api, stores, storeId, signal),
      record
        ? null
        : resolveOrFailure(loadSsoUrls(api, storeId, signal), adminSsoMessages.addresses),
      record ? loadAdminSsoInfo(api, record.id, signal) : null,
      record ? listExpirations(api, expiryWindowDays, signal) : [],
    ])
    return {
      store: getLabel(stores, store),
      ours: sides ?? (addresses && !isPageFailure(addresses) ? addresses.admins : null),
      sides,
      expiries: expiries.filter((end) => end.resource === adminSignOns.name),
    }
  },
  facts: ({ record, more: { sides } }) => {
    if (!record) return []
    const protocol = record['protocol'] as SsoProtocol // A newer platform may have other protocols.
    const preset = providerPresetLabels[record['preset'] as PresetName]
    const last = sides?.certificates.at(-1)
    return [
      { name: adminSsoMessages.protocol, value: ssoProtocols[protocol] ?? protocol },
      ...(preset && preset !== providerPresetLabels.other
        ? [{ name: adminSsoMessages.provider, value: preset }]
        : []),
      ...(last && protocol === 'saml'
        ? [{ name: adminSsoMessages.certificateEnds, value: formatDay(toDay(last.until)) }]
        : []),
      ...(protocol === 'oidc' && typeof record['secretExpiresOn'] === 'string'
        ? [{ name: adminSsoMessages.secretEnds, value: formatDay(record['secretExpiresOn']) }]
        : []),
    ]
  },
  tools: ({ more: { sides } }) =>
    sides?.testUrl && <TestSignInLink className={header.wide} to={sides.testUrl} />,
  own: createProviderInputs,
  below: (props) => <SsoSections {...props} />,
  aside: ({ more: { sides } }) => (
    <LastTestSignIn last={sides?.lastTest ?? null} to={sides?.testUrl ?? null} />
  ),
  intents: ssoIntents,
})

function SsoSections(props: SetupProps<AdminSsoData>) {
  const isSaml = props.record?.['protocol'] === 'saml'
  return (
    <>
      <AdminSsoSignInDetails {...props} />
      {isSaml && <ProviderCertificates {...props} />}
    </>
  )
}
