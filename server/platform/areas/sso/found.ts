import type { Context } from '#server/platform/core/integrations/integration.ts'
import { failureOf } from './oidc/oidcSteps.ts'
import { asSignOn, oidcOf, samlOf, setUpOf } from './setUp.ts'
import type { SetUp, SignOnRecord } from './setUp.ts'
import type { OidcProvider, OidcSettings } from './oidc/oidcParty.ts'
import type { SamlMetadata } from './saml/samlMetadata.ts'
import type { SamlSettings } from './saml/samlParty.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'

/** What earlier steps found: the provider as it describes itself, and its clock. */
export type Found = {
  provider?: OidcProvider
  metadata?: SamlMetadata
  clock?: Date | null
}

export type Asked = Context<Found>

type Sides<S> = { asked: Asked; record: SignOnRecord; settings: S }

/** A step that differs by the protocol. A `SignOnFault` is the failure that it tells. */
export const byProtocol =
  (steps: {
    saml: (sides: Sides<SamlSettings>) => Promise<StepResult> | StepResult
    oidc: (sides: Sides<OidcSettings>) => Promise<StepResult> | StepResult
  }) =>
  async (asked: Asked): Promise<StepResult> => {
    const record = asSignOn(asked.record)
    try {
      return record.protocol === 'saml'
        ? await steps.saml({ asked, record, settings: samlOf(record) })
        : await steps.oidc({
            asked,
            record,
            settings: oidcOf(record, asked.secrets['clientSecret'] ?? null),
          })
    } catch (error) {
      return failureOf(error, { invalid_client: 'clientSecret' })
    }
  }

/** Both sides of the set-up that is tested. */
export const sidesOf = ({ platform, record }: Asked): Promise<SetUp> =>
  setUpOf(platform, platform.db, asSignOn(record))

/** The provider that an earlier step has found. */
export function providerOf({ found }: Asked): OidcProvider {
  if (!found.provider) throw new Error('The provider was not asked before')
  return found.provider
}
