/** Node's own modules and the npm packages that answers name most. */
export const npmNames = (): ReadonlySet<string> =>
  new Set(
    `assert async_hooks buffer child_process cluster console crypto dgram dns domain events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl stream string_decoder test timers tls tty url util v8 vm wasi worker_threads zlib
react react-dom react-router react-router-dom next vue nuxt svelte angular @angular/core @angular/cli express fastify koa hapi @hapi/hapi @nestjs/core @nestjs/common nodemon typescript ts-node tsx vite webpack webpack-cli rollup esbuild parcel babel @babel/core @babel/preset-env eslint prettier jest mocha chai vitest cypress playwright puppeteer selenium-webdriver
lodash underscore ramda moment dayjs date-fns luxon axios node-fetch got request superagent undici ky cheerio jsdom socket.io socket.io-client ws mongoose mongodb pg mysql mysql2 sqlite3 better-sqlite3 sequelize typeorm prisma @prisma/client knex kysely redis ioredis
jsonwebtoken passport passport-local passport-jwt bcrypt bcryptjs argon2 helmet cors morgan body-parser cookie-parser express-session express-validator express-rate-limit multer joi zod yup ajv validator dotenv config yargs commander inquirer chalk ora winston pino debug uuid nanoid rxjs immer redux @reduxjs/toolkit react-redux zustand mobx
tailwindcss bootstrap @mui/material styled-components sass postcss autoprefixer graphql apollo-server @apollo/client @apollo/server graphql-tag stripe nodemailer twilio openai @anthropic-ai/sdk langchain @langchain/core @langchain/openai aws-sdk @aws-sdk/client-s3 firebase firebase-admin @google-cloud/storage @azure/storage-blob
sharp jimp canvas three d3 chart.js highcharts leaflet mapbox-gl pdfkit pdf-lib exceljs xlsx csv-parse csv-parser fast-csv archiver unzipper adm-zip glob rimraf fs-extra mkdirp chokidar semver cross-env concurrently husky lint-staged pm2 bull bullmq agenda node-cron cron kafkajs amqplib mqtt grpc @grpc/grpc-js protobufjs electron react-native expo
crypto-js tweetnacl node-forge openpgp sanitize-html dompurify xss he marked markdown-it highlight.js prismjs handlebars ejs pug mustache nunjucks iconv-lite mime mime-types form-data qs tough-cookie p-limit p-queue async bluebird eventemitter3 web3 ethers tensorflow @tensorflow/tfjs natural compromise franc`.split(
      /\s+/,
    ),
  )
