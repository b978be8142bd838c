import type { StepContext } from '#server/platform/core/integrations/integration.ts'
import { toFailedStep } from './oidc/oidcSteps.ts'
import {
  toAdminSsoRecord,
  toOidcSettings,
  toSamlSettings,
  loadAdminSsoSetup,
} from './adminSsoSetup.ts'
import type { AdminSsoSetup, AdminSsoRecord } from './adminSsoSetup.ts'
import type { OidcProvider, OidcSettings } from './oidc/oidcClient.ts'
import type { SamlMetadata } from './saml/samlMetadata.ts'
import type { SamlSettings } from './saml/samlClient.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'

/** The results of earlier steps: the provider's own description, and its clock. */
export type SsoStepState = {
  provider?: OidcProvider
  metadata?: SamlMetadata
  clock?: Date | null
}

export type SsoStepContext = StepContext<SsoStepState>

type ProtocolStepInput<S> = { context: SsoStepContext; record: AdminSsoRecord; settings: S }

/** Creates a step that differs by protocol. An `SsoError` becomes a failed step. */
export const createProtocolStep =
  (steps: {
    saml: (sides: ProtocolStepInput<SamlSettings>) => Promise<StepResult> | StepResult
    oidc: (sides: ProtocolStepInput<OidcSettings>) => Promise<StepResult> | StepResult
  }) =>
  async (context: SsoStepContext): Promise<StepResult> => {
    const record = toAdminSsoRecord(context.record)
    try {
      return record.protocol === 'saml'
        ? await steps.saml({ context, record, settings: toSamlSettings(record) })
        : await steps.oidc({
            context,
            record,
            settings: toOidcSettings(record, context.secrets['clientSecret'] ?? null),
          })
    } catch (error) {
      return toFailedStep(error, { invalid_client: 'clientSecret' })
    }
  }

/** Loads both sides of the setup under test. */
export const loadStepSetup = ({ platform, record }: SsoStepContext): Promise<AdminSsoSetup> =>
  loadAdminSsoSetup(platform, platform.db, toAdminSsoRecord(record))

/** Returns the provider that an earlier step discovered. */
export function getStepProvider({ state }: SsoStepContext): OidcProvider {
  if (!state.provider) throw new Error('The provider was not asked before')
  return state.provider
}
