import '#client/forms.ts'
import type { Api } from '#shared/engine/api.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { Undo } from '#shared/engine/undo.ts'
import { owner } from '#shared/users/owner.ts'
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
  /** How whoever had it has it again, where that can be put back. */
  undo?: (record: AnyRecord, was: number | null) => Undo
  say: { assignTitle: (name: string) => string; assign: string }
}

/** Says who sees to a record: the same wherever something is somebody's. */
export const ownerPanel = ({
  resource,
  intent,
  write,
  undo,
  say,
}: Owned): PanelCode<AnyRecord> => ({
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
          value={answer ? answer.values['ownerId'] : loaded['ownerId']}
          siblings={loaded}
          error={answer?.errors['ownerId']}
          choices={answer?.choices?.['ownerId']}
        />
      )}
    </SmallForm>
  ),
  intents: {
    async [intent]({ api, form, key }) {
      const { ownerId } = await writtenIn(api, { ownerId: owner }, form)
      const record = await write(api, target(form), ownerId ?? null, key)
      const was = Number(form.get('was')) || null
      return {
        notice: 'saved',
        of: recordLink(resource, record),
        undo: undo?.(record, was) ?? null,
      }
    },
  },
  load: openRecord,
})
