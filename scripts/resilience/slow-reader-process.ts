// A client of the push channel in its own process, which can be stopped with a signal.
import { io } from 'socket.io-client'

const socket = io(`http://127.0.0.1:${process.argv[2]}`, { transports: ['websocket'], reconnection: false })
socket.once('welcome', () => process.send!('joined'))
