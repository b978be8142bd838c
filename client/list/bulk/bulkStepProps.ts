import type { ActorRefFrom } from 'xstate'
import type { bulkMachine } from '#machines/bulk.ts'
import type { BulkAction } from '#shared/engine/bulk/bulkActions.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import type { PanelProps } from '../panels/definePanels.ts'
import type { LoadedBulk } from './loadBulkPanel.ts'

export type BulkStepProps = PanelProps<LoadedBulk> & { action: BulkAction; close: string }

/**
 * The machine of the steps, whether it waits for an answer, and the last answer if that is a
 * rejection.
 */
export type BulkStepState = {
  actor: ActorRefFrom<typeof bulkMachine>
  busy: boolean
  refused: RejectedForm | undefined
}
