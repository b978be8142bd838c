import type { RawBuilder } from 'kysely'
import type { AnyRecord, Fields, Resource } from '#shared/engine/resource.ts'
import type { LifecycleEvent, IntegrationHealth } from '#shared/engine/integrations/lifecycle.ts'
import type { StepOutcome } from '#shared/engine/integrations/tests.ts'
import type { IntegrationKind } from '#shared/areas/stores/status/storeStates.ts'
import type { Call, WriteContext } from '../http/call.ts'
import type { JobKind } from '../jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import type { ReadExtension } from '../records/list/list.ts'
import type { ResourceHooks } from '../records/resourceHooks.ts'
import type { Dependent } from '../records/uses.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { WebhookHandlers } from './webhookHandler.ts'

/** What a change of an integration's status is written with. */
export type StatusContext = Pick<WriteContext, 'trx' | 'now' | 'audit'>

export type StepContext<Found = object> = {
  platform: Platform
  record: AnyRecord
  /** Its secrets, opened, by field. They go nowhere but to the provider. */
  secrets: Readonly<Record<string, string | null>>
  /** What the operator gave for this test, by the fields of `asks`. A check has none. */
  input: Readonly<Record<string, unknown>>
  /** What earlier steps found, and later ones need. */
  state: Found
  /** Ends with the step's time: 5 s. */
  signal: AbortSignal
  /** Set where settings are tested that nobody has saved: of a new record, or of a saved one. A step then keeps nothing it finds. */
  typed?: UnsavedKind
}

/** What is tested before it's saved: a new record, or changes of a saved one. */
export type UnsavedKind = 'new' | 'changed'

/** How a step ended, as a sentence with the mend; never with the provider's own words, which may echo a key. */
export type StepResult = {
  outcome: StepOutcome
  sentence: string
  /** Ours or the provider's, for programs. */
  code?: string
  /** It passed, and yet wants a look. */
  warning?: true
  /** There is nothing of it in these settings, so that they do without it. */
  required?: false
  field?: string
}

export type IntegrationStep<Found = object> = {
  name: string
  /** What it shows once it passed: "Metadata read". */
  title: string
  required: boolean
  /** It sends and changes nothing, and is made every 15 minutes while the integration is active. */
  passive?: true
  /** Only a user at a browser can prove it (`proveStep`); the sentence says how. It keeps what was proven for these very settings. */
  userAction?: string
  /** What must be saved before it proves anything: the record, whose ID or token it needs, or also these very values. */
  needsSaved?: 'record' | 'values'
  /** The field that says whom it asks: it mends a failure that names none. */
  field?: (record: AnyRecord) => string
  /** An `OutgoingFault` that is thrown is the failure that it tells. */
  run?: (context: StepContext<Found>) => Promise<StepResult>
}

/** What happened to an integration: its record before the event, and its standing after it. */
export type StatusChange = { record: AnyRecord; event: LifecycleEvent; after: IntegrationHealth }

/** What of an integration ends. `section` is of its page: its query and its part, such as `tab=credentials#rotate`. */
type Expiration = { what: string; at: string | null; field: string; section?: string }

/** An integration as its area registers it (integrations.ts): all that differs between one and the next. */
export type Integration<Found extends object = object> = {
  /** Its settings. The definition spreads `standing`, the table is made by `addIntegrationTable`. */
  resource: Resource
  /** The fields that a test proves: a change of them asks for a new one. */
  settings: readonly string[]
  /** In their order; a test ends with the first one that fails. */
  steps: readonly IntegrationStep<Found>[]
  /** What a test wants to know besides the settings, as fields that its form asks for. */
  testInputs?: Fields
  /** What steps hand on, empty; `end` gives back what they opened. */
  createState: () => Found
  closeState?: (found: Found) => void
  /** A query of the ids that a record serves; a change of the field `by` is told to them. */
  serves?: {
    kind: IntegrationKind
    stores: (record: AnyRecord) => RawBuilder<unknown>
    by?: string
  }
  /**
   * What stops while it is disabled, as the beginning of a sentence, in the stores that it serves unless told; `besides` is what stops
   * in no store. It is asked about first.
   */
  disableImpact: {
    what: string
    stores?: (record: AnyRecord) => RawBuilder<unknown>
    besides?: (record: AnyRecord) => string | null
  }
  /** Whether each store that it serves logs its changes too, and not only the platform. */
  logsInStores?: true
  /** Writes what follows from a new status or a test, in the same transaction. */
  afterStatus?: (work: StatusContext, change: StatusChange) => Promise<void>
  /**
   * What waits while it isn't active: how much, and the queue that goes on with it. A test that passes then activates it by
   * itself.
   */
  waiting?: {
    count: (connection: Connection, record: AnyRecord) => Promise<number>
    queue: string
  }
  /** What of it ends, when, and where it's replaced: in a field, or in a section of its page where one does that without an outage. */
  getExpirations?: (record: AnyRecord) => Expiration[]
  hooks?: Partial<ResourceHooks>
  /** What lists and pages of its records tell besides its columns. */
  readExtension?: ReadExtension
  dependents?: readonly Dependent[]
  /** Who hears the events of a provider that come in at /webhooks/PROVIDER/ID (webhooks.ts). */
  webhookHandlers?: WebhookHandlers
  calls?: readonly Call[]
  jobs?: readonly JobKind[]
}

/** Checks that each step finds what it needs; who runs them hands it on without looking. */
export const defineIntegration = <Found extends object>(
  integration: Integration<Found>,
): Integration => integration as unknown as Integration

export const passStep = (sentence: string, more: Partial<StepResult> = {}): StepResult => ({
  outcome: 'passed',
  sentence,
  ...more,
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
/** What there is nothing to try of: it did not pass, and is not required of these settings. */
export const skipInapplicableStep = (sentence: string): StepResult => ({
  outcome: 'skipped',
  required: false,
  sentence,
})
export const skipStep = (sentence: string): StepResult => ({ outcome: 'skipped', sentence })
