// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.ownership;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A producer of heartbeats that lets a test act before each record is sent. */
final class ObservedProducer {
    private ObservedProducer() {}

    /** Called on the sending thread, which continues after the return. */
    @FunctionalInterface
    interface BeforeSend {
        void call(ProducerRecord<byte[], byte[]> record) throws InterruptedException;
    }

    @SuppressWarnings("unchecked") // the proxy has the type of its target
    static Producer<byte[], byte[]> of(Map<String, Object> client, BeforeSend beforeSend) {
        Producer<byte[], byte[]> producer = OwnerRecords.producer(client);
        return (Producer<byte[], byte[]>) Proxy.newProxyInstance(
                ObservedProducer.class.getClassLoader(),
                new Class<?>[] {Producer.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("send")) {
                        beforeSend.call((ProducerRecord<byte[], byte[]>) arguments[0]);
                    }
                    try {
                        return method.invoke(producer, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
