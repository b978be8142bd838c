import '#client/frame/integrations.ts'
import '#client/frame/stores.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import { labelOf } from '#shared/engine/resource.ts'
import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { appFilesOf } from '#shared/areas/sso/appFiles.ts'
import type { AppFiles } from '#shared/areas/sso/appFiles.ts'
import { setupScreen } from '#client/integrations/setupScreen.tsx'
import { TestSignIn, TestSignInLink } from '#client/integrations/tests/TestSignIn.tsx'
import { leadOfClaims, memberSides } from '#shared/areas/sso/memberClaims.ts'
import type { Led, MemberSides } from '#shared/areas/sso/memberClaims.ts'
import { isPageFailure, orFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { ToEnter } from '#client/integrations/ToEnter.tsx'
import { signOnAddresses } from '#shared/areas/sso/signOnCalls.ts'
import { ClaimsLead } from './ClaimsLead.tsx'
import { PhoneFiles } from './PhoneFiles.tsx'
import { memberSignOnWords as say } from './words.ts'
import * as header from '#client/ui/PageHeader.css.ts'
import * as styles from '#client/integrations/integrations.css.ts'

type More = {
  store: string
  /** Where a test sign-in comes back to; null where a platform does not tell it. */
  redirectUri: string | null
  files: AppFiles
  /** Null until something is set up. */
  sides: MemberSides | null
  claims: string
  led: Led | PageFailure | null
}

/** How members sign in to the app of a store: settings, tests, and the files by which phones know the app. */
export const { loader, action, Component } = setupScreen<More>({
  resource: memberSignOns,
  needsSignIn: true,
  title: ({ more }) => say.title(more.store),
  async load({ api, resource, search, signal }, record) {
    const claims = search.get('claims') ?? ''
    const storeId = resource.place?.id ?? 0
    const [store, addresses, files, sides, led] = await Promise.all([
      readRecord(api, stores, storeId, signal),
      record ? null : orFailure(signOnAddresses(api, storeId, signal), say.addresses),
      record ? appFilesOf(api, record.id, signal) : [],
      record ? memberSides(api, record.id, signal) : null,
      record && claims
        ? orFailure(leadOfClaims(api, { id: record.id, claims }, signal), say.leadWhat)
        : null,
    ])
    const known = addresses && !isPageFailure(addresses) ? addresses.members : null
    const redirectUri = (sides ?? known)?.redirectUri ?? null
    return { store: labelOf(stores, store), redirectUri, files, sides, claims, led }
  },
  facts: ({ record }) =>
    record
      ? [
          { name: say.app, value: String(record['name']) },
          { name: say.provider, value: URL.parse(String(record['issuer']))?.host ?? '' },
        ]
      : [],
  tools: ({ more: { sides } }) =>
    sides?.testUrl && <TestSignInLink className={header.wide} to={sides.testUrl} />,
  aside: ({ more: { sides, claims, led } }) => (
    <>
      <TestSignIn last={sides?.lastTest ?? null} to={sides?.testUrl ?? null} />
      <ClaimsLead claims={claims} led={led} />
    </>
  ),
  own: ({ more: { redirectUri } }) => ({
    issuer: (input) => (
      <div className={styles.start}>
        {redirectUri !== null && (
          <ToEnter explain={say.registerExplain} entries={[[say.redirectUri, redirectUri]]} />
        )}
        <FieldInput {...input} field={memberSignOns.fields.issuer} />
      </div>
    ),
  }),
  below: ({ more: { files } }) => <PhoneFiles files={files} />,
})
