import type { Context } from '../integrations/integration.ts'
import { SignOnFault } from './faults.ts'
import { asSignOn, oidcOf, samlOf, setUpOf } from './setUp.ts'
import type { SetUp, SignOnRecord } from './setUp.ts'
import type { OidcProvider, OidcSettings } from './oidcParty.ts'
import type { SamlMetadata } from './samlMetadata.ts'
import type { SamlSettings } from './samlParty.ts'
import { failed } from '../integrations/integration.ts'
import type { StepResult } from '../integrations/integration.ts'

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
      if (error instanceof SignOnFault)
        return failed(error.code, error.sentence, fieldOf(error.code))
      throw error
    }
  }

/** The field that mends what a fault tells. */
const fieldOf = (code: string): string | undefined =>
  ({
    invalid_client: 'clientSecret',
    NOT_AN_ADDRESS: 'issuer',
    OAUTH_RESPONSE_IS_NOT_CONFORM: 'issuer',
    OAUTH_RESPONSE_IS_NOT_JSON: 'issuer',
    OAUTH_PARSE_ERROR: 'issuer',
    OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'issuer',
    REDIRECTED: 'issuer',
  })[code]

/** Both sides of the set-up that is tested. */
export const sidesOf = ({ platform, record }: Asked): Promise<SetUp> =>
  setUpOf(platform, platform.db, asSignOn(record))

/** The provider that an earlier step has found. */
export function providerOf({ found }: Asked): OidcProvider {
  if (!found.provider) throw new Error('The provider was not asked before')
  return found.provider
}
