import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import type { DragEvent, RefObject } from 'react'
import { fromCallback } from 'xstate'
import { uploadMachine } from '#machines/upload.ts'
import type { UploadEvent } from '#machines/upload.ts'
import { getUploadErrorInputName } from '#shared/engine/list/referenceValues.ts'
import { Button, Progress } from '../frame/index.ts'
import type { FileUploadProps } from '../form/inputs/lazyInputs.ts'
import { useActors } from '../runtime/ConsoleContext.tsx'
import { FileBox } from '../form/inputs/FileBox.tsx'
import { autofillFromFile } from '../form/inputs/autofillFromFile.ts'
import type { FilledTexts } from '../form/inputs/autofillFromFile.ts'
import { uploadFile } from '../form/inputs/uploadFile.ts'
import { uploadMessages } from '../form/inputs/uploadMessages.ts'
import * as styles from '../form/inputs/inputs.css.ts'

/**
 * Uploads a file when it is selected, dropped, or pasted, and puts its ID into the form. The
 * browser's input covers the button.
 */
export function FileUpload({ name, field, control, saved }: FileUploadProps) {
  const { session } = useActors()
  const box = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState(false)
  const [filledTexts] = useState<FilledTexts>(() => new Map())
  const [read, setRead] = useState('')
  const fillIn = (fills: Readonly<Record<string, string>> = {}) => {
    const form = document.getElementById(control.id)?.closest('form')
    if (form) setRead(autofillFromFile(form, fills, filledTexts))
  }
  const [machine] = useState(() =>
    uploadMachine.provide({
      actors: {
        upload: fromCallback<UploadEvent, { file: { name: string } | null }, UploadEvent>(
          ({ input: { file }, sendBack }) => {
            const onEvent = (news: UploadEvent) => {
              sendBack(news)
              if (news.type === 'upload.done') fillIn(news.fills)
            }
            return uploadFile(field, file as File, onEvent, () =>
              session.send({ type: 'session.expired' }),
            )
          },
        ),
      },
    }),
  )
  // A file may have been selected before script ran.
  const [initialFile] = useState(() => getSelectedFile(control.id))
  const actor = useActorRef(machine, { input: { currentFile: saved, selectedFile: initialFile } })
  const { currentFile, selectedFile, percent, errorMessage } = useSelector(
    actor,
    ({ context }) => context,
  )
  const uploading = useSelector(actor, (snapshot) => snapshot.hasTag('uploading'))
  const rejected = useSelector(actor, (snapshot) => snapshot.hasTag('refused'))
  const { label, required } = field
  const uploadError = uploading ? uploadMessages.wait(label) : rejected ? errorMessage : ''
  useChangeEvents(box, `${currentFile?.id ?? ''} ${uploadError}`, !uploading)

  function choose(files: FileList | null | undefined) {
    const [file, second] = files ?? []
    if (!file) return
    if (second) actor.send({ type: 'upload.refused', sentence: uploadMessages.one(label) })
    else actor.send({ type: 'file.choose', file })
  }

  const leave = (type: 'upload.cancel' | 'file.remove') => {
    actor.send({ type })
    document.getElementById(control.id)?.focus()
  }
  const handleHover = (event: DragEvent, isOver: boolean) => {
    event.preventDefault()
    setOver(isOver)
  }
  const isNew = currentFile !== null && currentFile.id !== saved?.id
  const uploadResult = isNew ? formatUploadResult(currentFile.label, selectedFile) : ''
  const news = isNew
    ? [uploadResult, read && uploadMessages.read(read)].filter(Boolean).join(' ')
    : !currentFile && saved
      ? uploadMessages.removed
      : ''
  return (
    <FileBox
      ref={box}
      {...{ name, field }}
      file={currentFile}
      data-over={over || undefined}
      onPaste={({ clipboardData: { files } }) => choose(files)}
      onDragOver={(event) => handleHover(event, true)}
      onDragLeave={(event) => handleHover(event, false)}
      onDrop={(event) => {
        handleHover(event, false)
        choose(event.dataTransfer.files)
      }}
    >
      <span className={styles.fileButton}>
        <input
          {...control}
          className={styles.fileControl}
          onChange={({ currentTarget }) => {
            choose(currentTarget.files)
            // Lets the same file be selected again, and keeps the uploaded file from being
            // submitted as well.
            currentTarget.value = ''
          }}
        />
        <span aria-hidden className={styles.fileLook}>
          {rejected
            ? uploadMessages.another
            : currentFile
              ? uploadMessages.replace
              : uploadMessages.choose}
        </span>
      </span>
      {(uploading || rejected) && (
        <Button
          size="small"
          color="white"
          aria-label={uploadMessages.cancelOf(label)}
          onClick={() => leave('upload.cancel')}
        >
          {uploadMessages.cancel}
        </Button>
      )}
      {currentFile && !required && !uploading && !rejected && (
        <Button
          size="small"
          color="white"
          aria-label={uploadMessages.removeOf(label)}
          onClick={() => leave('file.remove')}
        >
          {uploadMessages.remove}
        </Button>
      )}
      {uploading ? (
        <Progress label={uploadMessages.uploading(selectedFile?.name ?? '')} percent={percent} />
      ) : (
        !currentFile && !rejected && <span className={styles.fileHint}>{uploadMessages.drop}</span>
      )}
      <p role="status" className={styles.fileNews}>
        {uploading ? uploadMessages.uploading(selectedFile?.name ?? '') : news}
      </p>
      <input type="hidden" name={getUploadErrorInputName(name)} value={uploadError} />
    </FileBox>
  )
}

/** Formats the result of an upload. Captions of any format come back as WebVTT. */
const formatUploadResult = (label: string, selectedFile: { name: string } | null) =>
  selectedFile && label.endsWith('.vtt') && !/\.vtt$/i.test(selectedFile.name)
    ? uploadMessages.converted(selectedFile.name, label)
    : uploadMessages.uploaded(label)

const getSelectedFile = (id: string): File | null => {
  const control = document.getElementById(id)
  return (control instanceof HTMLInputElement && control.files?.[0]) || null
}

/**
 * Fires events for the hidden inputs, which have none of their own, so that the form notices their
 * new values.
 */
function useChangeEvents(
  box: RefObject<HTMLDivElement | null>,
  now: string,
  isFinished: boolean,
): void {
  const before = useRef(now)
  useEffect(() => {
    if (before.current === now) return
    before.current = now
    const input = box.current?.querySelector('input')
    input?.dispatchEvent(new Event('input', { bubbles: true }))
    if (isFinished) input?.dispatchEvent(new Event('change', { bubbles: true }))
  }, [box, now, isFinished])
}
