import '#client/frame/integrations.ts'
import '#client/frame/stores.ts'
import { dayAt, formatDay } from '#shared/format/dates.ts'
import { labelOf } from '#shared/engine/resource.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import { expiries } from '#shared/engine/integrations/integrationCalls.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { presetLabels, protocols } from '#shared/areas/sso/presets.ts'
import type { PresetName, Protocol } from '#shared/areas/sso/presets.ts'
import { signOnAddresses, signOnSides } from '#shared/areas/sso/signOnCalls.ts'
import { isPageFailure, orFailure } from '#client/runtime/failures.ts'
import { setupScreen } from '#client/integrations/setupScreen.tsx'
import type { SetupProps } from '#client/integrations/setupScreen.tsx'
import { TestSignIn, TestSignInLink } from '#client/integrations/tests/TestSignIn.tsx'
import { Certificates } from './Certificates.tsx'
import { signOnIntents } from './intents.ts'
import { OurSide } from './OurSide.tsx'
import { providerFields } from './providerFields.tsx'
import type { More } from './more.ts'
import { adminSignOnWords as say } from './words.ts'
import * as header from '#client/ui/PageHeader.css.ts'

const calendarDays = 90

/** How the admins of a store sign on: settings, what both sides must know of each other, tests, certificates. */
export const { loader, action, Component } = setupScreen<More>({
  resource: adminSignOns,
  needsSignIn: true,
  title: ({ more }) => say.title(more.store),
  async load({ api, resource, signal }, record) {
    const storeId = resource.place?.id ?? 0
    const [store, addresses, sides, ends] = await Promise.all([
      readRecord(api, stores, storeId, signal),
      record ? null : orFailure(signOnAddresses(api, storeId, signal), say.addresses),
      record ? signOnSides(api, record.id, signal) : null,
      record ? expiries(api, calendarDays, signal) : [],
    ])
    return {
      store: labelOf(stores, store),
      ours: sides ?? (addresses && !isPageFailure(addresses) ? addresses.admins : null),
      sides,
      ends: ends.filter((end) => end.resource === adminSignOns.name),
    }
  },
  facts: ({ record, more: { sides } }) => {
    if (!record) return []
    const protocol = record['protocol'] as Protocol // Of another platform perhaps one that is not known here.
    const preset = presetLabels[record['preset'] as PresetName]
    const last = sides?.certificates.at(-1)
    return [
      { name: say.protocol, value: protocols[protocol] ?? protocol },
      ...(preset && preset !== presetLabels.other ? [{ name: say.provider, value: preset }] : []),
      ...(last && protocol === 'saml'
        ? [{ name: say.certificateEnds, value: formatDay(dayAt(last.until)) }]
        : []),
      ...(protocol === 'oidc' && typeof record['secretExpiresOn'] === 'string'
        ? [{ name: say.secretEnds, value: formatDay(record['secretExpiresOn']) }]
        : []),
    ]
  },
  tools: ({ more: { sides } }) =>
    sides?.testUrl && <TestSignInLink className={header.wide} to={sides.testUrl} />,
  own: providerFields,
  below: (props) => <Beside {...props} />,
  aside: ({ more: { sides } }) => (
    <TestSignIn last={sides?.lastTest ?? null} to={sides?.testUrl ?? null} />
  ),
  intents: signOnIntents,
})

function Beside(props: SetupProps<More>) {
  const isSaml = props.record?.['protocol'] === 'saml'
  return (
    <>
      <OurSide {...props} />
      {isSaml && <Certificates {...props} />}
    </>
  )
}
