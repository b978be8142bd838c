/* What forms and panels are made of: one chunk of theirs, imported after the frame; lists do not load it. */
import './signedIn.ts'
import '#shared/contrast.ts'
import './form/answerForm.ts'
import './form/begun.ts'
import './form/Panel.tsx'
import './form/RecordForm.tsx'
import './form/TypedGuard.tsx'
import './list/recordIntents.ts'
