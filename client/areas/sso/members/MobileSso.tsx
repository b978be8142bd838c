import { loadRecord } from '#shared/engine/recordCalls.ts'
import { getLabel } from '#shared/engine/resource.ts'
import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { loadAppLinkFiles } from '#shared/areas/sso/appLinkFiles.ts'
import type { AppFiles } from '#shared/areas/sso/appLinkFiles.ts'
import { previewClaimMapping, loadMobileSsoInfo } from '#shared/areas/sso/mobileSsoCalls.ts'
import type { ClaimMappingResult, MobileSsoInfo } from '#shared/areas/sso/mobileSsoCalls.ts'
import {
  LastTestSignIn,
  ProviderValues,
  TestSignInLink,
  createIntegrationScreen,
} from '#client/integrations/index.ts'
import { isPageFailure, resolveOrFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { loadSsoUrls } from '#shared/areas/sso/adminSsoCalls.ts'
import { ClaimPreview } from './ClaimPreview.tsx'
import { AppLinkFiles } from './AppLinkFiles.tsx'
import { mobileSsoMessages } from './messages.ts'
import * as header from '#client/ui/PageHeader.css.ts'
import * as styles from '#client/integrations/integrations.css.ts'

type MobileSsoData = {
  store: string
  /** The redirect URI of a test sign-in; null if the platform doesn't return it. */
  redirectUri: string | null
  files: AppFiles
  /** Null until something is set up. */
  sides: MobileSsoInfo | null
  claims: string
  claimPreview: ClaimMappingResult | PageFailure | null
}

/** Mobile SSO of a store: settings, tests, and the files by which phones recognize the app. */
export const { loader, action, Component } = createIntegrationScreen<MobileSsoData>({
  resource: memberSignOns,
  needsSignIn: true,
  title: ({ more }) => mobileSsoMessages.title(more.store),
  async load({ api, resource, search, signal }, record) {
    const claims = search.get('claims') ?? ''
    const storeId = resource.parentFilter?.id ?? 0
    const [store, addresses, files, sides, claimPreview] = await Promise.all([
      loadRecord(api, stores, storeId, signal),
      record
        ? null
        : resolveOrFailure(loadSsoUrls(api, storeId, signal), mobileSsoMessages.addresses),
      record ? loadAppLinkFiles(api, record.id, signal) : [],
      record ? loadMobileSsoInfo(api, record.id, signal) : null,
      record && claims
        ? resolveOrFailure(
            previewClaimMapping(api, { id: record.id, claims }, signal),
            mobileSsoMessages.leadWhat,
          )
        : null,
    ])
    const memberUrls = addresses && !isPageFailure(addresses) ? addresses.members : null
    const redirectUri = (sides ?? memberUrls)?.redirectUri ?? null
    return {
      store: getLabel(stores, store),
      redirectUri,
      files,
      sides,
      claims,
      claimPreview,
    }
  },
  facts: ({ record }) =>
    record
      ? [
          { name: mobileSsoMessages.app, value: String(record['name']) },
          {
            name: mobileSsoMessages.provider,
            value: URL.parse(String(record['issuer']))?.host ?? '',
          },
        ]
      : [],
  tools: ({ more: { sides } }) =>
    sides?.testUrl && <TestSignInLink className={header.wide} to={sides.testUrl} />,
  aside: ({ more: { sides, claims, claimPreview } }) => (
    <>
      <LastTestSignIn last={sides?.lastTest ?? null} to={sides?.testUrl ?? null} />
      <ClaimPreview claims={claims} preview={claimPreview} />
    </>
  ),
  own: ({ more: { redirectUri } }) => ({
    issuer: (input) => (
      <div className={styles.start}>
        {redirectUri !== null && (
          <ProviderValues
            explain={mobileSsoMessages.registerExplain}
            entries={[[mobileSsoMessages.redirectUri, redirectUri]]}
          />
        )}
        <FieldInput {...input} field={memberSignOns.fields.issuer} />
      </div>
    ),
  }),
  below: ({ more: { files } }) => <AppLinkFiles files={files} />,
})
