import type { ReactNode } from 'react'
import type { Api } from '#shared/engine/api.ts'
import { toFormValues } from '#shared/engine/fields/references.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { ownerField } from '#shared/engine/fields/ownerField.ts'
import { createOwnerUndo } from '#shared/areas/users/ownerUndo.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { parseRecordVersion, parseValidForm } from '#client/form/saveChanges.ts'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import { loadPanelRecord } from './definePanels.ts'
import type { PanelDefinition } from './definePanels.ts'

type OwnerPanelOptions = {
  resource: Resource
  intent: string
  write: (
    api: Api,
    known: { id: number; version: number },
    ownerId: unknown,
    key: string,
  ) => Promise<AnyRecord>
  messages: { assignTitle: (name: string) => string; assign: string }
  /** Content above the form, if the title doesn't name the record. */
  renderRecord?: (record: AnyRecord) => ReactNode
}

const ownerFields = { ownerId: ownerField }

/**
 * Creates the panel that assigns a record to an operator, the same for every resource with an
 * owner.
 */
export const createOwnerPanel = ({
  resource,
  intent,
  write,
  messages,
  renderRecord,
}: OwnerPanelOptions): PanelDefinition<AnyRecord> => ({
  Panel: ({ loaded, ...props }) => (
    <SmallForm
      {...getListFormProps(props)}
      record={loaded}
      of={resource}
      intent={intent}
      sends={{ was: String(loaded['ownerId'] ?? '') }}
      title={messages.assignTitle}
      buttons={<SubmitButton>{messages.assign}</SubmitButton>}
    >
      {(answer) => (
        <>
          {renderRecord?.(loaded)}
          <FieldInput
            id="ownerId"
            name="ownerId"
            field={ownerField}
            value={(answer ? answer.values : toFormValues(ownerFields, loaded))['ownerId']}
            siblings={loaded}
            error={answer?.errors['ownerId']}
            choices={answer?.choices?.['ownerId']}
          />
        </>
      )}
    </SmallForm>
  ),
  intents: {
    async [intent]({ api, form, key }) {
      const { ownerId } = await parseValidForm(api, ownerFields, form)
      const record = await write(api, parseRecordVersion(form), ownerId ?? null, key)
      const previousOwnerId = Number(form.get('was')) || null
      return {
        notice: 'saved',
        of: toRecordLink(resource, record),
        undo: createOwnerUndo(resource, record, previousOwnerId),
      }
    },
  },
  load: loadPanelRecord,
})
