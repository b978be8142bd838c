import type { RawBuilder } from 'kysely'
import type { AnyRecord, Fields, Resource } from '#shared/engine/resource.ts'
import type { LifecycleEvent, IntegrationHealth } from '#shared/engine/integrations/lifecycle.ts'
import type { StepOutcome } from '#shared/engine/integrations/tests.ts'
import type { IntegrationKind } from '#shared/engine/integrations/integrationKinds.ts'
import type { Call, WriteContext } from '../http/call.ts'
import type { JobKind } from '../jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import type { ResourceHooks } from '../records/resourceHooks.ts'
import type { Dependent } from '../records/uses.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { WebhookHandlers } from './webhookHandler.ts'

/** The context in which an integration's status is changed. */
export type StatusContext = Pick<WriteContext, 'trx' | 'now' | 'audit'>

export type StepContext<Found = object> = {
  platform: Platform
  record: AnyRecord
  /** The setup's secrets by field, unsealed. Only the provider may receive them. */
  secrets: Readonly<Record<string, string | null>>
  /** The operator's input for this test, by the fields of `testInputs`. A check has none. */
  input: Readonly<Record<string, unknown>>
  /** Results of earlier steps that later ones need. */
  state: Found
  /** Aborts at the step's timeout of 5 seconds. */
  signal: AbortSignal
  /**
   * Set when unsaved settings are tested, of a new or a saved record. A step must then save
   * nothing.
   */
  typed?: UnsavedKind
}

/** Unsaved settings: a new record, or changes to a saved one. */
type UnsavedKind = 'new' | 'changed'

/**
 * A step's result, with a sentence that includes the fix. It must not quote the provider, whose
 * text may echo a key.
 */
export type StepResult = {
  outcome: StepOutcome
  sentence: string
  /** Our code or the provider's, for programs. */
  code?: string
  /** The step passed but needs attention. */
  warning?: true
  /** The settings don't use this step, so they pass without it. */
  required?: false
  field?: string
}

export type IntegrationStep<Found = object> = {
  name: string
  /** Shown when the step has passed: "Metadata read". */
  title: string
  required: boolean
  /** It sends and changes nothing, and runs every 15 minutes while the integration is active. */
  passive?: true
  /**
   * Only a user in a browser can complete this step (`saveUserActionStep`), as this sentence
   * explains. Its result holds for these exact settings.
   */
  userAction?: string
  /**
   * The part that must be saved before the step can pass: the record, whose ID or token it needs,
   * or also these values.
   */
  needsSaved?: 'record' | 'values'
  /** The field with the address it calls, for failures that name no field. */
  field?: (record: AnyRecord) => string
  /** A thrown `NetworkError` fails the step with its sentence. */
  run?: (context: StepContext<Found>) => Promise<StepResult>
}

/**
 * What stops stores: an integration is disabled, or its changed settings aren't active yet. If it
 * failed before the change, nothing new stops.
 */
export type ImpactEvent = 'disabled' | 'changed' | 'stillFailing'

/**
 * Sentences on what stops in stores, with their names or some of them; `removed` is for stores that
 * were removed from the integration, such as "12 stores".
 */
export type ImpactMessages = Record<ImpactEvent, (stores: string) => string> & {
  removed?: (stores: string) => string
}

/** A status change of an integration: its record before the event and its health after it. */
export type StatusChange = { record: AnyRecord; event: LifecycleEvent; after: IntegrationHealth }

/**
 * Something that expires. `section` is a part of the setup's page: query and fragment, such as
 * `tab=credentials#rotate`.
 */
type Expiration = { what: string; at: string | null; field: string; section?: string }

/**
 * An integration as its area registers it (areas/integrations.ts), with everything in which
 * integrations differ.
 */
export type Integration<Found extends object = object> = {
  /**
   * Its settings. The definition spreads `integrationFields`, and `addIntegrationTable` creates the
   * table.
   */
  resource: Resource
  /** The fields that a test proves. Changing one requires a new test. */
  settings: readonly string[]
  /** In order. A test ends with the first step that fails. */
  steps: readonly IntegrationStep<Found>[]
  /** Inputs that a test needs in addition to the settings, as fields of its form. */
  testInputs?: Fields
  /** Creates the empty state that steps share. `closeState` releases what they opened. */
  createState: () => Found
  closeState?: (found: Found) => void
  /**
   * Selects the IDs of the stores that a record serves. A change of the field `by` updates their
   * status.
   */
  serves?: {
    kind: IntegrationKind
    stores: (record: AnyRecord) => RawBuilder<unknown>
    by?: string
  }
  /**
   * The effect of disabling it. `stores` defaults to those that it serves; `findOtherEffects`
   * returns what stops outside of stores. Disabling asks for confirmation with both.
   */
  disableImpact: {
    messages: ImpactMessages
    stores?: (record: AnyRecord) => RawBuilder<unknown>
    findOtherEffects?: (record: AnyRecord) => Record<ImpactEvent, string> | null
  }
  /** Whether its changes are also logged in each store that it serves. */
  logsInStores?: true
  /** Writes what follows from a new status or a test result, in the same transaction. */
  afterStatus?: (work: StatusContext, change: StatusChange) => Promise<void>
  /**
   * Work that waits while it isn't active: how much, and the queue that continues it. If there is
   * any, a passed test activates the integration automatically.
   */
  waiting?: {
    count: (connection: Connection, record: AnyRecord) => Promise<number>
    queue: string
  }
  /**
   * Returns its expirations and where to replace each: in a field, or in a section of its page that
   * allows it without an outage.
   */
  getExpirations?: (record: AnyRecord) => Expiration[]
  hooks?: Partial<ResourceHooks>
  dependents?: readonly Dependent[]
  /** Handlers of the provider's events at /webhooks/PROVIDER/ID (webhooks.ts). */
  webhookHandlers?: WebhookHandlers
  calls?: readonly Call[]
  jobs?: readonly JobKind[]
}

/** Checks that each step gets the state it needs; the runner passes it on unchecked. */
export const defineIntegration = <Found extends object>(
  integration: Integration<Found>,
): Integration => integration as unknown as Integration

export const passStep = (sentence: string, options: Partial<StepResult> = {}): StepResult => ({
  outcome: 'passed',
  sentence,
  ...options,
})
export const failStep = (code: string, sentence: string, field?: string): StepResult => ({
  outcome: 'failed',
  code,
  sentence,
  ...(field ? { field } : {}),
})
export const reportUnknownStep = (sentence: string): StepResult => ({
  outcome: 'unknown',
  sentence,
})
/** Skips a step that doesn't apply: it didn't pass, and these settings don't require it. */
export const skipInapplicableStep = (sentence: string): StepResult => ({
  outcome: 'skipped',
  required: false,
  sentence,
})
export const skipStep = (sentence: string): StepResult => ({ outcome: 'skipped', sentence })
