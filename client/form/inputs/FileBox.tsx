import type { ComponentPropsWithRef } from 'react'
import type { Field } from '#shared/engine/fields/fields.ts'
import { getLabelInputName, getUploadTargetInputName } from '#shared/engine/list/referenceValues.ts'
import type { ReferenceValue } from '#shared/engine/list/referenceValues.ts'
import * as styles from './inputs.css.ts'

type Props = ComponentPropsWithRef<'div'> & {
  name: string
  field: Field
  file: ReferenceValue | null
}

/** Renders a field's file beside the controls that change it, and the inputs that submit it. */
export function FileBox({ name, field, file, children, ...box }: Props) {
  return (
    <div {...box} className={styles.fileBox}>
      {/* Before the file input, because the console reads the form as a stream. */}
      <input type="hidden" name={name} value={file?.id ?? ''} />
      <input type="hidden" name={getLabelInputName(name)} value={file?.label ?? ''} />
      <input type="hidden" name={getUploadTargetInputName(name)} value={field.uploadFor} />
      {field.kind === 'image' && <Thumbnail file={file} />}
      <div className={styles.fileRows}>
        {file && (
          <a href={`/api/files/${file.id}`} download className={styles.fileName}>
            {file.label}
          </a>
        )}
        <div className={styles.fileRow}>{children}</div>
      </div>
    </div>
  )
}

const Thumbnail = ({ file }: { file: ReferenceValue | null }) => (
  <span className={styles.thumbnail}>
    {file && <img src={`/api/files/${file.id}/thumbnail`} alt="" />}
  </span>
)
