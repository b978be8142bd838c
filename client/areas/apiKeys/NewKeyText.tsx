import { CopyText } from '#client/frame/index.ts'
import { apiKeysMessages } from './messages.ts'

/** A new key, which only this page shows. Null if it was shown before. */
export const NewKeyText = ({ text }: { text: string | null }) =>
  text === null ? (
    <p role="status">{apiKeysMessages.shownBefore}</p>
  ) : (
    <>
      <p role="status">{apiKeysMessages.created}</p>
      <CopyText text={text} what={apiKeysMessages.key} />
    </>
  )
