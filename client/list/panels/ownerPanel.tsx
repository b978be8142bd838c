import '#client/frame/forms.ts'
import type { Api } from '#shared/engine/api.ts'
import { formValuesOf } from '#shared/engine/fields/references.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { owner } from '#shared/areas/users/owner.ts'
import { undoOwner } from '#shared/areas/users/undoOwner.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { target, writtenIn } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { openRecord } from './definePanels.ts'
import type { PanelCode } from './definePanels.ts'

type Owned = {
  resource: Resource
  intent: string
  write: (
    api: Api,
    known: { id: number; version: number },
    ownerId: unknown,
    key: string,
  ) => Promise<AnyRecord>
  say: { assignTitle: (name: string) => string; assign: string }
}

const fields = { ownerId: owner }

/** Says who sees to a record: the same wherever something is somebody's. */
export const ownerPanel = ({ resource, intent, write, say }: Owned): PanelCode<AnyRecord> => ({
  Panel: ({ loaded, ...props }) => (
    <SmallForm
      {...besideList(props)}
      record={loaded}
      of={resource}
      intent={intent}
      sends={{ was: String(loaded['ownerId'] ?? '') }}
      title={say.assignTitle}
      buttons={<SendButton>{say.assign}</SendButton>}
    >
      {(answer) => (
        <FieldInput
          id="ownerId"
          name="ownerId"
          field={owner}
          value={(answer ? answer.values : formValuesOf(fields, loaded))['ownerId']}
          siblings={loaded}
          error={answer?.errors['ownerId']}
          choices={answer?.choices?.['ownerId']}
        />
      )}
    </SmallForm>
  ),
  intents: {
    async [intent]({ api, form, key }) {
      const { ownerId } = await writtenIn(api, fields, form)
      const record = await write(api, target(form), ownerId ?? null, key)
      const was = Number(form.get('was')) || null
      return {
        notice: 'saved',
        of: recordLink(resource, record),
        undo: undoOwner(resource, record, was),
      }
    },
  },
  load: openRecord,
})
