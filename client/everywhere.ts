/*
 * What the entry loads, and so every page has. Nothing imports this file: the build adds it to every module that is
 * imported dynamically (scripts/fewChunks.mjs). The entry itself must not stand here: it waits for the page's screen,
 * which would wait for it.
 */
import 'react-dom/client'
import 'react-router/dom'
import './actors.ts'
import './app.tsx'
import './browserApi.ts'
import './browserEffects.ts'
import './routes.tsx'
