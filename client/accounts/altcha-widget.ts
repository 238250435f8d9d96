import 'altcha/external'
import 'altcha/altcha.css'
import './altcha.css'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'

// The only algorithm the server's challenges use.
$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker())
