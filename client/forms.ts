/*
 * What forms and panels are made of. What holds one imports it after the frame, so that it is one chunk of theirs; a list
 * that is only looked at does not load it.
 */
import './signedIn.ts'
import '#shared/contrast.ts'
import './form/answerForm.ts'
import './form/Panel.tsx'
import './form/RecordForm.tsx'
import './form/TypedGuard.tsx'
import './list/recordIntents.ts'
